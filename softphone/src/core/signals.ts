/** Signals between the machines, internal to the core. */
import type { User } from '@offhook/contract/entities';
import type { PhoneEffect } from './effects.ts';
import type { Alone, Tagged } from './tagged.ts';

export type Signal = Tagged<{
  signedIn: { user: User };
  signedOut: Alone;
  /** Whether this page is the agent's phone, by the server's lease. */
  phoneMoved: { here: boolean };
  /** The device is unregistered and no call is live. */
  deviceLost: Alone;
  offerTaken: { callKey: string; callUserId: number };
  offerRefused: { callKey: string; callUserId: number };
  /** The look-up of a taken offer failed. */
  offerFailed: { callKey: string };
  acceptDecided: { callKey: string };
  lineTaken: { callKey: string };
  declineDecided: { callKey: string; callId: number };
  lineDeclined: { callKey: string };
  dialDecided: { callKey: string; callUserId: number; callerId: string; to: string };
  hangUpDecided: { callKey: string };
  /** The line wasn't open, so there will be no disconnect event. */
  lineDropped: { callKey: string };
  /** The screen has left this call. */
  callLetGo: { callKey: string };
  autoAcceptFlipped: { on: boolean };
  /** A call found no microphone. */
  microphoneRefused: Alone;
  alertRaised: { text: string };
}>;

export interface Step<S> {
  readonly state: S;
  readonly effects: readonly PhoneEffect[];
  readonly signals: readonly Signal[];
}

export function step<S>(
  state: S,
  effects: readonly PhoneEffect[] = [],
  signals: readonly Signal[] = [],
): Step<S> {
  return { state, effects, signals };
}

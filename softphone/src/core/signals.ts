/** What the machines tell each other. Nobody outside the core sends or sees these. */
import type { User } from '@offhook/contract/entities';
import type { PhoneEffect } from './effects.ts';
import type { Alone, Tagged } from './tagged.ts';

export type Signal = Tagged<{
  signedIn: { user: User };
  signedOut: Alone;
  /** The server's lease says whether this page is the agent's phone. */
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
  /** The line was not open, so no disconnect will be waited for. */
  lineDropped: { callKey: string };
  /** The screen no longer has anything to do with this call. */
  callLetGo: { callKey: string };
  autoAcceptFlipped: { on: boolean };
  /** A call found no microphone. */
  microphoneRefused: Alone;
  alertRaised: { text: string };
}>;

/** What one machine answers to one event. */
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

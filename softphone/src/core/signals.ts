import type { User } from '@offhook/contract/entities';
import type { PhoneEffect } from './effects.ts';
import type { Alone, Tagged } from './tagged.ts';

export type Signal = Tagged<{
  signedIn: { user: User };
  signedOut: Alone;
  /** By the server's lease. */
  phoneMoved: { here: boolean };
  /** No call is live. */
  deviceLost: Alone;
  offerTaken: { callKey: string; callUserId: number };
  offerRefused: { callKey: string; callUserId: number };
  offerFailed: { callKey: string };
  acceptDecided: { callKey: string };
  lineTaken: { callKey: string };
  declineDecided: { callKey: string; callId: number };
  lineDeclined: { callKey: string };
  dialDecided: { callKey: string; callUserId: number; callerId: string; to: string };
  hangUpDecided: { callKey: string };
  /** There will be no disconnect event. */
  lineDropped: { callKey: string };
  callLetGo: { callKey: string };
  autoAcceptFlipped: { on: boolean };
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

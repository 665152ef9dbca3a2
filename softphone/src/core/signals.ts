import type { User } from '@offhook/contract/accounts/user';
import type { PhoneEffect } from './effects.ts';
import type { NoFields, Tagged } from './tagged.ts';

export type Signal = Tagged<{
  signedIn: { user: User };
  signedOut: NoFields;
  /** According to the server's lease. */
  phoneMoved: { here: boolean };
  /** Sent only if no call is live. */
  deviceLost: NoFields;
  ringStarted: { callKey: string; callUserId: number };
  ringRejected: { callKey: string; callUserId: number };
  ringLookUpFailed: { callKey: string };
  acceptRequested: { callKey: string };
  acceptSent: { callKey: string };
  declineRequested: { callKey: string; callId: number };
  lineDeclined: { callKey: string };
  dialRequested: { callKey: string; callUserId: number; callerId: string; to: string };
  hangUpRequested: { callKey: string };
  /** There will be no disconnect event. */
  lineDropped: { callKey: string };
  callReleased: { callKey: string };
  autoAcceptChanged: { on: boolean };
  microphoneUnavailable: NoFields;
  alertRaised: { text: string };
  /** The team's wrap-up after this call is over. */
  wrapUpTimedOut: { callId: number };
  /** The screen returned to waiting from the views after this call. */
  wrapUpLeft: { callId: number };
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

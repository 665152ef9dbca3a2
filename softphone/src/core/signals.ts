/** What the machines tell each other. Nobody outside the core sends or sees these. */
import type { User } from '@offhook/contract/entities';
import type { PhoneEffect } from './effects.ts';

export type Signal =
  | { readonly type: 'signedIn'; readonly user: User }
  | { readonly type: 'signedOut' }
  /** The server's lease says whether this page is the agent's phone. */
  | { readonly type: 'phoneMoved'; readonly here: boolean }
  /** The device is unregistered and no call is live. */
  | { readonly type: 'deviceLost' }
  | { readonly type: 'offerTaken'; readonly callKey: string; readonly callUserId: number }
  | { readonly type: 'offerRefused'; readonly callKey: string; readonly callUserId: number }
  /** The look-up of a taken offer failed. */
  | { readonly type: 'offerFailed'; readonly callKey: string }
  | { readonly type: 'acceptDecided'; readonly callKey: string }
  | { readonly type: 'lineTaken'; readonly callKey: string }
  | { readonly type: 'declineDecided'; readonly callKey: string; readonly callId: number }
  | { readonly type: 'lineDeclined'; readonly callKey: string }
  | {
      readonly type: 'dialDecided';
      readonly callKey: string;
      readonly callUserId: number;
      readonly callerId: string;
      readonly to: string;
    }
  | { readonly type: 'hangUpDecided'; readonly callKey: string }
  /** The line was not open, so no disconnect will be waited for. */
  | { readonly type: 'lineDropped'; readonly callKey: string }
  /** The screen no longer has anything to do with this call. */
  | { readonly type: 'callLetGo'; readonly callKey: string }
  | { readonly type: 'autoAcceptFlipped'; readonly on: boolean }
  /** A call found no microphone. */
  | { readonly type: 'microphoneRefused' }
  | { readonly type: 'alertRaised'; readonly text: string };

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

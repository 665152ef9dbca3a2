import type { Params } from '../address.ts';
import type { CallbackTarget } from '../call.ts';
import type { Music, Participant } from '../participant.ts';

/** What a TwiML document asks for, in its order. URLs are absolute. */
export type Verb =
  | { readonly verb: 'say'; readonly text: string; readonly voice: 'man' | 'woman'; readonly loop: number }
  | { readonly verb: 'play'; readonly url: string; readonly loop: number }
  | { readonly verb: 'digits'; readonly digits: string }
  | { readonly verb: 'pause'; readonly seconds: number }
  | { readonly verb: 'hangup' }
  | { readonly verb: 'reject'; readonly reason: 'rejected' | 'busy' }
  | { readonly verb: 'redirect'; readonly url: string; readonly method: Method }
  | { readonly verb: 'leave' }
  | DialParties
  | DialConference;

/** A loop of that many rounds ends with the call. */
export const forEver = 1_000;

export type Method = 'GET' | 'POST';

export interface DialCommon {
  readonly action: string | null;
  readonly method: Method;
}

/** Rings telephone numbers and clients at once. */
export interface DialParties extends DialCommon {
  readonly verb: 'dial';
  readonly targets: readonly DialTarget[];
  readonly timeoutSeconds: number;
  readonly callerId: string | null;
  readonly answerOnBridge: boolean;
  readonly timeLimitSeconds: number;
}

export interface DialTarget {
  readonly to: string;
  readonly params: Params;
  readonly callback: CallbackTarget | null;
}

export interface DialConference extends DialCommon {
  readonly verb: 'conference';
  readonly name: string;
  readonly label: string | null;
  readonly muted: boolean;
  readonly startOnEnter: boolean;
  readonly endOnExit: boolean;
  readonly beep: Participant['beep'];
  readonly wait: Music;
  readonly coach: string | null;
  readonly callback: CallbackTarget | null;
  readonly record: boolean;
  readonly recordingCallback: CallbackTarget | null;
}

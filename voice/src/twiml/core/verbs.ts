import type { Params } from '../../calls/core/address.ts';
import type { CallbackTarget } from '../../calls/core/call.ts';
import type { Music, Participant } from '../../conferences/core/participant.ts';
import type { RecordedVoices } from '../../recordings/core/recorded-voices.ts';

/** What a TwiML document asks for, in its order. URLs are absolute. */
export type Verb =
  | Say
  | Play
  | { readonly verb: 'digits'; readonly digits: string }
  | Pause
  | { readonly verb: 'hangup' }
  | { readonly verb: 'reject'; readonly reason: 'rejected' | 'busy' }
  | { readonly verb: 'redirect'; readonly url: string; readonly method: Method }
  | { readonly verb: 'leave' }
  | Gather
  | Record
  | Enqueue
  | DialParties
  | DialConference
  | DialQueue;

/** Where it sends the call with what came of it. */
export interface WithAction {
  /** Null: nowhere; the next verb runs. */
  readonly action: string | null;
  readonly method: Method;
}

export interface Say {
  readonly verb: 'say';
  readonly text: string;
  readonly voice: 'man' | 'woman';
  readonly loop: number;
}

export interface Play {
  readonly verb: 'play';
  readonly url: string;
  readonly loop: number;
}

export interface Pause {
  readonly verb: 'pause';
  readonly seconds: number;
}

/** Waits for keys of the caller while it prompts. */
export interface Gather extends WithAction {
  readonly verb: 'gather';
  readonly prompts: readonly (Say | Play | Pause)[];
  readonly numDigits: number | null;
  /** One key, or nothing: then no key ends it. */
  readonly finishOnKey: string;
  readonly timeoutSeconds: number;
  readonly actionOnEmpty: boolean;
}

/** Records what the caller says. */
export interface Record extends WithAction {
  readonly verb: 'record';
  readonly maxSeconds: number;
  readonly timeoutSeconds: number;
  /** Each of these keys ends it. */
  readonly finishOnKeys: string;
  readonly beep: boolean;
  readonly trim: boolean;
  readonly callback: CallbackTarget | null;
}

/** Lets the caller wait in a queue until somebody dials it. */
export interface Enqueue extends WithAction {
  readonly verb: 'enqueue';
  readonly name: string;
  readonly wait: Music;
}

/** A loop of that many rounds ends with the call. */
export const LOOP_FOREVER = 1_000;

export type Method = 'GET' | 'POST';

export interface DialCommon extends WithAction {
  /** From the moment that the caller is connected. */
  readonly timeLimitSeconds: number;
  /** The caller's star ends it. */
  readonly hangupOnStar: boolean;
}

/** Rings telephone numbers and clients at once. */
export interface DialParties extends DialCommon {
  readonly verb: 'dial';
  readonly targets: readonly DialTarget[];
  readonly timeoutSeconds: number;
  readonly callerId: string | null;
  readonly answerOnBridge: boolean;
  /** One after the other instead of all at once. */
  readonly sequential: boolean;
  /** The country whose ring-back tone the caller hears. */
  readonly ringTone: string;
  readonly record: DialRecording | null;
}

export interface DialRecording {
  readonly from: 'answer' | 'ringing';
  readonly channels: 1 | 2;
  readonly voices: RecordedVoices;
  readonly trim: boolean;
  readonly callback: CallbackTarget | null;
}

export interface DialTarget {
  readonly to: string;
  readonly params: Params;
  readonly callback: CallbackTarget | null;
  /** Keys that are pressed for it as soon as it has answered. */
  readonly sendDigits: string | null;
  /** What it hears before it is connected. */
  readonly screen: { readonly url: string; readonly method: Method } | null;
}

/** Connects the caller with the first who waits in a queue. */
export interface DialQueue extends DialCommon {
  readonly verb: 'queue';
  readonly name: string;
  /** What the one who waits hears before they are connected. */
  readonly screen: { readonly url: string; readonly method: Method } | null;
  readonly timeoutSeconds: number;
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
  readonly trim: boolean;
  readonly recordingCallback: CallbackTarget | null;
  readonly maxParticipants: number;
}

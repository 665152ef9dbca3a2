import type { Params } from '../../calls/core/address.ts';
import type { CallbackTarget } from '../../calls/core/call.ts';
import type { Music, Participant } from '../../conferences/core/participant.ts';
import type { RecordedVoices } from '../../recordings/core/recorded-voices.ts';

/** URLs are absolute. */
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

export interface WithAction {
  /** Requested with the verb's results. If null, the next verb runs instead. */
  readonly action: string | null;
  readonly method: Method;
}

export interface Say {
  readonly verb: 'say';
  readonly text: string;
  readonly voice: 'man' | 'woman';
  /** English for languages without a voice. */
  readonly language: 'en' | 'es';
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

export interface Gather extends WithAction {
  readonly verb: 'gather';
  readonly prompts: readonly (Say | Play | Pause)[];
  readonly numDigits: number | null;
  /** One key; empty if no key ends the input. */
  readonly finishOnKey: string;
  readonly timeoutSeconds: number;
  readonly actionOnEmpty: boolean;
}

export interface Record extends WithAction {
  readonly verb: 'record';
  readonly maxSeconds: number;
  readonly timeoutSeconds: number;
  readonly finishOnKeys: string;
  readonly beep: boolean;
  readonly trim: boolean;
  readonly callback: CallbackTarget | null;
}

export interface Enqueue extends WithAction {
  readonly verb: 'enqueue';
  readonly name: string;
  readonly wait: Music;
}

/** The loop count that means an endless loop. */
export const LOOP_FOREVER = 1_000;

export type Method = 'GET' | 'POST';

export interface DialCommon extends WithAction {
  readonly timeLimitSeconds: number;
  readonly hangupOnStar: boolean;
}

export interface DialParties extends DialCommon {
  readonly verb: 'dial';
  readonly targets: readonly DialTarget[];
  readonly timeoutSeconds: number;
  readonly callerId: string | null;
  readonly answerOnBridge: boolean;
  readonly sequential: boolean;
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
  readonly sendDigits: string | null;
  /** Document played to the callee before the connection. */
  readonly screen: { readonly url: string; readonly method: Method } | null;
}

export interface DialQueue extends DialCommon {
  readonly verb: 'queue';
  readonly name: string;
  /** Document played to the queue member before the connection. */
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

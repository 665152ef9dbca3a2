import type { Call } from '../../calls/core/call.ts';
import type { Conference, ConferenceNotice } from '../../conferences/core/conference.ts';
import type { Message } from '../../texts/core/message.ts';
import type { Verb } from '../../twiml/core/verbs.ts';

/** `document`: TwiML for a call. `text`: TwiML for a text. `replay`: sent again from the page. */
export type WebhookPurpose = 'document' | 'callback' | 'text' | 'replay';

/** `call`: the call's own program. `insert`: waiting music, an announcement or a screening document. */
export type VerbRole = 'call' | 'insert';

export type FormFields = readonly (readonly [name: string, value: string])[];

export interface ObservedRequest {
  readonly purpose: WebhookPurpose;
  /** The first attempt is 1. */
  readonly attempt: number;
  /** How many redirects led to this request. */
  readonly redirects: number;
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly params: FormFields;
  readonly signature: string;
}

export interface ObservedRecording {
  readonly sid: string;
  readonly callSid: string;
  readonly conferenceSid: string | null;
  readonly source: string;
  readonly status: 'in-progress' | 'paused' | 'processing' | 'completed' | 'absent';
  readonly durationMs: number | null;
}

export interface ObservedProblem {
  readonly level: 'error' | 'warning';
  readonly code: number;
  readonly text: string;
  readonly url: string;
}

export interface ObservedImpairment {
  /** Fraction of packets, 0 to 1. */
  readonly loss: number;
  readonly delayMs: number;
  readonly jitterMs: number;
  readonly cutMs: number;
  readonly cutsSocket: boolean;
}

/** What a developer did to a call. `value`: the error code, or the tone's frequency in hertz. */
export type ObservedFault =
  | { readonly fault: 'hangup' | 'error' | 'tone'; readonly value: number }
  | { readonly fault: 'cut' | 'close' };

/** What the parts of the service report to the inspector. */
export type Observation =
  | { readonly type: 'call'; readonly call: Call; readonly errorCode: number | null }
  | { readonly type: 'keys'; readonly callSid: string; readonly digits: string }
  | { readonly type: 'audio'; readonly callSid: string; readonly isLost: boolean }
  /** `impairment`: null if it ends. */
  | { readonly type: 'network'; readonly callSid: string; readonly impairment: ObservedImpairment | null }
  | ({ readonly type: 'fault'; readonly callSid: string } & ObservedFault)
  | { readonly type: 'requested'; readonly id: string; readonly request: ObservedRequest }
  | {
      readonly type: 'responded';
      readonly id: string;
      readonly status: number;
      readonly contentType: string;
      readonly body: string;
      readonly bytes: number;
      readonly ms: number;
    }
  | { readonly type: 'unanswered'; readonly id: string; readonly reason: string; readonly ms: number }
  | { readonly type: 'inlineDocument'; readonly form: FormFields; readonly xml: string }
  | {
      readonly type: 'verbStarted';
      readonly id: string;
      readonly callSid: string;
      readonly role: VerbRole;
      readonly verb: Verb;
    }
  /** `results`: what its action receives; null if the next verb follows. */
  | { readonly type: 'verbEnded'; readonly id: string; readonly results: FormFields | null }
  | { readonly type: 'verbStopped'; readonly id: string }
  | { readonly type: 'problem'; readonly problem: ObservedProblem; readonly form: FormFields }
  | { readonly type: 'conference'; readonly conference: Conference }
  | { readonly type: 'notice'; readonly conference: Conference; readonly notice: ConferenceNotice }
  | { readonly type: 'recording'; readonly recording: ObservedRecording }
  | { readonly type: 'text'; readonly message: Message };

export type Observe = (observation: Observation) => void;

import type { Params } from './core/address.ts';
import type { EndCause } from './core/call.ts';

/**
 * The far end of a call: a browser or a simulated phone. The exchange controls it and it reports back. It reports
 * nothing after `end`, or after it reported its own end.
 */
export interface Party {
  /** A browser is at this end, not a simulated phone with a voice of its own. */
  readonly isBrowser?: true;
  ring(): void;
  answer(): void;
  /** Starts audio before the call is answered. @returns whether the party supports that */
  startEarlyMedia?(): boolean;
  end(ending: Ending): void;
  /** Another party that this one hears pressed DTMF digits. */
  onDigits?(digits: string): void;
  /** A prompt for a key has ended; the party may press one. */
  onKeyPrompt?(): void;
  /** The beep has played, and the party's speech is being recorded. */
  onRecordingStarted?(): void;
  /** Delivers a user-defined message. Absent if the party can't receive any. */
  sendMessage?(content: unknown, contentType: string, messageSid: string): void;
}

export interface Ending {
  readonly cause: EndCause;
  readonly errorCode: number | null;
}

export interface PartyReports {
  rang(): void;
  answered(leg: string): void;
  ended(cause: EndCause, sipCode: number | null): void;
  digits(digits: string): void;
  userMessage(content: unknown, contentType: string, messageSid: string): void;
}

export interface RingRequest {
  readonly callSid: string;
  readonly from: string;
  readonly to: string;
  readonly params: Params;
  readonly stirVerstat: string | null;
}

export type Network = (request: RingRequest, reports: PartyReports) => Party;

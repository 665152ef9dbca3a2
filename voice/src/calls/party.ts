import type { Params } from './core/address.ts';
import type { EndCause } from './core/call.ts';

/**
 * The far end of a call: a browser or a simulated phone. The exchange controls it and it reports back. It reports
 * nothing after `end`, or after it reported its own end.
 */
export interface Party {
  /** Only for an outbound call. */
  ring(): void;
  /** Only for an inbound call. */
  answer(): void;
  /** Sends it audio before the call is answered. @returns whether it supports that */
  startEarlyMedia?(): boolean;
  /** Ends it, ringing or connected, and closes its audio. */
  end(ending: Ending): void;
  /** DTMF digits were pressed by a party that it hears. */
  onDigits?(digits: string): void;
  /** A prompt for a key has ended; it may press one. */
  onKeyPrompt?(): void;
  /** The beep has sounded and its speech is being recorded. */
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
  /** SHAKEN/STIR status of the caller's number, if known. */
  readonly stirVerstat: string | null;
}

/** Creates the parties of one kind: phones or browsers. */
export type Network = (order: RingRequest, reports: PartyReports) => Party;

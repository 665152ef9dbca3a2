import type { Params } from './core/address.ts';
import type { EndCause } from './core/call.ts';

/**
 * Whoever is at the far end of a call: a browser or a telephone of the pretend network. The exchange tells it what
 * to do, it reports what happened. After `end`, or after it reported its own end, it says nothing more.
 */
export interface Party {
  /** Starts ringing it. Only for a call that goes out to it. */
  ring(): void;
  /** We pick up. Only for a call that came in from it. */
  answer(): void;
  /** Lets it hear us before we pick up, where it can. @returns whether it does */
  startEarlyMedia?(): boolean;
  /** We end it, ringing or connected; its audio legs are closed. */
  end(ending: Ending): void;
  /** Keys have been pressed by somebody whom it hears. */
  onDigits?(digits: string): void;
  /** It has been asked for a key, and may press one. */
  onKeyPrompt?(): void;
  /** It has heard the tone: what it says is recorded. */
  onRecordingStarted?(): void;
  /** A user-defined message for it, where it can take one. */
  sendMessage?(content: unknown, contentType: string, messageSid: string): void;
}

export interface Ending {
  readonly cause: EndCause;
  /** A signalling error that a browser is told. */
  readonly errorCode: number | null;
}

export interface PartyReports {
  rang(): void;
  /** @param leg the name of its audio at the media process */
  answered(leg: string): void;
  ended(cause: EndCause, sipCode: number | null): void;
  digits(digits: string): void;
  /** A text of its own (a user-defined message), with the name that it gave it. */
  userMessage(content: unknown, contentType: string, messageSid: string): void;
}

/** A call that goes out: whom to ring, and how it shows. */
export interface RingRequest {
  readonly callSid: string;
  readonly from: string;
  readonly to: string;
  readonly params: Params;
  /** How far the caller's number was verified, where that is known. */
  readonly stirVerstat: string | null;
}

/** One kind of far end. `null` when there is no such party: the order is at fault, not the party. */
export type Network = (order: RingRequest, reports: PartyReports) => Party;

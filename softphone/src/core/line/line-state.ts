import type { CallQuality } from './quality-figures.ts';

/** The device call's status, in the words of the voice library. */
export const LINE_STATUSES = ['closed', 'connecting', 'open', 'pending', 'reconnecting', 'ringing'] as const;
export type LineStatus = (typeof LINE_STATUSES)[number];

export interface DeviceCall {
  readonly callKey: string;
  readonly callUserId: number;
  readonly direction: 'INCOMING' | 'OUTGOING';
  readonly status: LineStatus;
  /** `accept` was ordered; it is ordered at most once, and never for a placed call. */
  readonly accepted: boolean;
  readonly muted: boolean;
  /** Keypad digits sent so far. */
  readonly digits: string;
}

/** Of the error list. */
export interface ErrorEntry {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly code: number;
  readonly message: string;
}

/**
 * The voice device and its one current call.
 *
 *   device:  off ──signed in──► unregistered ◄──► registered
 *            registered ──page awoke, no call──► checking ──► unregistered
 *                                    └── phone elsewhere ──► parked ──phone here──► unregistered
 *   call:    none ──offer taken──► pending ──accept──► connecting ──► open ◄──► reconnecting
 *            none ──placed──► connecting ──► ringing ──► open
 *            any ──disconnect, cancel, error, hang-up of a call that is not open──► none (let go)
 */
export interface LineState {
  readonly device: 'off' | 'unregistered' | 'registered' | 'checking' | 'parked';
  readonly call: DeviceCall | null;
  /** Second rings that are being looked up, to be rejected. */
  readonly declined: readonly string[];
  /** The device dropped out during a call: reset when the call ends, unless it is back by then. */
  readonly resetAfterCall: boolean;
  /** The last token request failed; the next presence tick asks again. */
  readonly tokenMissing: boolean;
  /** When the last token came, in milliseconds since 1970; null: none has come, or its successor is on its way. */
  readonly tokenAt: number | null;
  readonly refetchesTokenOnError: boolean;
  /** Of the last call that was measured; for 'Copy Error Logs'. */
  readonly quality: CallQuality | null;
  /** For 'Copy Error Logs'. */
  readonly errors: readonly ErrorEntry[];
}

export const initialLine: LineState = {
  device: 'off',
  call: null,
  declined: [],
  resetAfterCall: false,
  tokenMissing: false,
  tokenAt: null,
  refetchesTokenOnError: true,
  quality: null,
  errors: [],
};

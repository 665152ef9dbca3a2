import type { CallQuality } from './quality-figures.ts';

/** The voice library's values. */
export const LINE_STATUSES = ['closed', 'connecting', 'open', 'pending', 'reconnecting', 'ringing'] as const;
export type LineStatus = (typeof LINE_STATUSES)[number];

export interface DeviceCall {
  readonly callKey: string;
  readonly callUserId: number;
  readonly direction: 'INCOMING' | 'OUTGOING';
  readonly status: LineStatus;
  readonly accepted: boolean;
  readonly muted: boolean;
  readonly digits: string;
}

export interface ErrorEntry {
  readonly at: number;
  readonly code: number;
  readonly message: string;
}

/**
 * The voice device and its one current call.
 *
 *   device:  off ──signed in──► unregistered ◄──► registered
 *            registered ──page resumed, no call──► checking ──► unregistered
 *                                    └── phone elsewhere ──► parked ──phone here──► unregistered
 *   call:    none ──ring started──► pending ──accept──► connecting ──► open ◄──► reconnecting
 *            none ──placed──► connecting ──► ringing ──► open
 *            any ──disconnect, cancel, error, hang-up of a call that is not open──► none (released)
 */
export interface LineState {
  readonly device: 'off' | 'unregistered' | 'registered' | 'checking' | 'parked';
  readonly call: DeviceCall | null;
  /** Second rings, which are looked up before they're rejected. */
  readonly declined: readonly string[];
  /** The device disconnected during a call; reset when it ends, unless the device is back. */
  readonly resetAfterCall: boolean;
  /** The last token request failed; the next presence tick retries. */
  readonly tokenMissing: boolean;
  /** When the current token was fetched; null if there is none or a new one was requested. */
  readonly tokenAt: number | null;
  readonly refetchesTokenOnError: boolean;
  readonly quality: CallQuality | null;
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

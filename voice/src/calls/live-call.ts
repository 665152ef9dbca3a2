import type { LeaveReason } from '../conferences/core/conference.ts';
import type { RecordingRequest } from '../recordings/recording-request.ts';
import type { DocumentAddress, Source } from '../twiml/core/program.ts';
import type { ProgramRunner } from '../twiml/program-runner.ts';
import type { Call, CallbackTarget } from './core/call.ts';
import type { DetectionOptions } from './machine-detection.ts';
import type { Party } from './party.ts';

/** A call while the service runs: its record, who is at the far end, and what it is doing. */
export interface LiveCall {
  call: Call;
  readonly party: Party;
  /** The steady clock's time (ms) when it was created. */
  readonly createdMonotonicMs: number;
  /** The name of its audio at the media process, from the moment there is any. */
  leg: string | null;
  readonly program: ProgramRunner;
  /** What it runs when it is answered; null for a leg that another call's Dial made. */
  readonly source: Source | null;
  readonly dialledBy: DialListener | null;
  readonly invitation: Invitation | null;
  readonly ringMs: number;
  readonly answerActions: AnswerActions | null;
  /** Asked instead when a document cannot be had or read; once in a call. */
  fallback: DocumentAddress | null;
  /** Null: nobody asks who picks up. */
  readonly detection: DetectionOptions | null;
  /** Ends it when it has lasted as long as it may. */
  limitTimer: NodeJS.Timeout | null;
  ringTimer: NodeJS.Timeout | null;
  /** The conference that it is in, and how it gets out. */
  seat: Seat | null;
  /** Told in the conference's callback when it leaves other than by hanging up. */
  leaveReason: LeaveReason;
  /** Who is told what its browser says, by the name of the subscription. */
  readonly subscriptions: Map<string, Subscription>;
  /** Addresses of sounds that could not be had; the account has a notification of each. */
  readonly failedSounds: Set<string>;
  /** Told once when the call is over. */
  readonly onEnd: Set<() => void>;
  /** What takes the keys that its party presses; none: nobody listens to them but who hears the tones. */
  onKey: ((key: string) => void) | null;
  /** A signalling error for the browser at the end, when there is one. */
  errorCode: number | null;
}

/** What was asked for a call when it was made. */
export type CallOptions = Pick<
  LiveCall,
  'source' | 'dialledBy' | 'invitation' | 'ringMs' | 'answerActions' | 'fallback' | 'detection'
>;

/** A call of which nothing has happened yet. */
export function newLiveCall(
  call: Call,
  leg: string | null,
  options: CallOptions,
): Omit<LiveCall, 'party' | 'program'> {
  const { source, dialledBy, invitation, ringMs, answerActions, fallback, detection } = options;
  return {
    call,
    createdMonotonicMs: performance.now(),
    leg,
    source,
    dialledBy,
    invitation,
    ringMs,
    answerActions,
    fallback,
    detection,
    limitTimer: null,
    ringTimer: null,
    seat: null,
    subscriptions: new Map(),
    failedSounds: new Set(),
    onEnd: new Set(),
    onKey: null,
    leaveReason: 'participant_hung_up',
    errorCode: null,
  };
}

/** What was asked for a created call as soon as it is answered. */
export interface AnswerActions {
  /** Keys that are pressed for it before its TwiML begins. */
  readonly sendDigits: string | null;
  readonly maxDurationMs: number | null;
  readonly record: Pick<RecordingRequest, 'voices' | 'channels' | 'trim' | 'callback'> | null;
}

/** A Dial verb that waits for this leg. */
export interface DialListener {
  rang(): void;
  answered(sid: string): void;
  ended(call: Call): void;
}

/** Where a call's user-defined messages are sent. */
export interface Subscription {
  readonly target: CallbackTarget;
  /** How many have been sent there. */
  sent: number;
}

/** A conference's wish to have this leg in it. */
export interface Invitation {
  readonly conferenceSid: string;
  readonly label: string | null;
}

export interface Seat {
  readonly conferenceSid: string;
  /** The leg's Dial is over; its program goes on. */
  readonly done: () => void;
}

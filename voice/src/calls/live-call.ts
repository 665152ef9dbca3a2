import type { LeaveReason } from '../conferences/core/conference.ts';
import type { RecordingRequest } from '../recordings/recording-request.ts';
import type { DocumentAddress, Source } from '../twiml/core/program.ts';
import type { ProgramRunner } from '../twiml/program-runner.ts';
import type { Call, CallbackTarget } from './core/call.ts';
import type { DetectionOptions } from './machine-detection.ts';
import type { Party } from './party.ts';

/** A running call: its record, its party and its current activity. */
export interface LiveCall {
  call: Call;
  readonly party: Party;
  readonly createdMonotonicMs: number;
  /** Its audio leg at the media process; null until it has audio. */
  leg: string | null;
  readonly program: ProgramRunner;
  /** TwiML to run when it's answered; null for a leg created by another call's Dial. */
  readonly source: Source | null;
  readonly dialedBy: DialListener | null;
  readonly invitation: Invitation | null;
  readonly ringMs: number;
  readonly answerActions: AnswerActions | null;
  /** Requested once, if a document can't be fetched or parsed. */
  fallback: DocumentAddress | null;
  readonly detection: DetectionOptions | null;
  limitTimer: NodeJS.Timeout | null;
  ringTimer: NodeJS.Timeout | null;
  membership: ConferenceMembership | null;
  leaveReason: LeaveReason;
  /** Subscriptions to its user-defined messages, by SID. */
  readonly subscriptions: Map<string, Subscription>;
  /** URLs of sounds that failed to load; each was reported once. */
  readonly failedSounds: Set<string>;
  readonly onEnd: Set<() => void>;
  onKey: ((key: string) => void) | null;
  /** Sent to the browser when the call ends. */
  errorCode: number | null;
}

export type CallOptions = Pick<
  LiveCall,
  'source' | 'dialedBy' | 'invitation' | 'ringMs' | 'answerActions' | 'fallback' | 'detection'
>;

export function newLiveCall(
  call: Call,
  leg: string | null,
  options: CallOptions,
): Omit<LiveCall, 'party' | 'program'> {
  const { source, dialedBy, invitation, ringMs, answerActions, fallback, detection } = options;
  return {
    call,
    createdMonotonicMs: performance.now(),
    leg,
    source,
    dialedBy,
    invitation,
    ringMs,
    answerActions,
    fallback,
    detection,
    limitTimer: null,
    ringTimer: null,
    membership: null,
    subscriptions: new Map(),
    failedSounds: new Set(),
    onEnd: new Set(),
    onKey: null,
    leaveReason: 'participant_hung_up',
    errorCode: null,
  };
}

export interface AnswerActions {
  readonly sendDigits: string | null;
  readonly maxDurationMs: number | null;
  readonly record: Pick<RecordingRequest, 'voices' | 'channels' | 'trim' | 'callback'> | null;
}

/** The Dial verb that created this leg. */
export interface DialListener {
  rang(): void;
  answered(sid: string): void;
  ended(call: Call): void;
}

export interface Subscription {
  readonly target: CallbackTarget;
  sent: number;
}

export interface Invitation {
  readonly conferenceSid: string;
  readonly label: string | null;
}

export interface ConferenceMembership {
  readonly conferenceSid: string;
  /** Ends the leg's Dial, so that its TwiML continues. */
  readonly done: () => void;
}

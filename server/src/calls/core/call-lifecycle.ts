// The states of the call itself. The conversation handles agents, legs and rings.
//
//                 claim                 lead answers
//   offering ───────────▶ connecting ───────────────▶ talking ◀─ party returned ─┐
//      │  └─ claim, caller already connected ────────────▲ │                     │
//      │                      │                            └─ party dropped ─▶ reconnecting
//      │ no agent, caller left│ busy, failed, hung up      │ one party left      │ one party left, 45 s
//      ├──────────────────────┴──────────────▶ ended ◀─────┴─────────────────────┘
//      │ no agent, voicemail offered             ▲
//      └──────────────▶ voicemail ───────────────┘ caller left
//                           ▲ no agent returns
//   talking ──park──▶ parked ┘──pick up──▶ talking
// A conference among agents starts in `connecting`, until the second agent joins.

import type { CallStatus, CallType } from '@offhook/contract/calls/call-kinds';
import type { FinalLegStatus } from '../../platform/core/leg-status.ts';
import { english } from '../../platform/core/sentences.ts';
import type { Parked, ParkStage } from './conversation/hand-over/parked.ts';
import type { Command } from './effects.ts';

export interface RecordingPause {
  readonly state: 'pausing' | 'paused' | 'resuming';
  /** A call user. */
  readonly by: number;
  /** When the pause, or its end, was requested (ms since 1970). */
  readonly since: number;
}

export interface Call {
  readonly id: number;
  readonly type: CallType;
  readonly status: CallStatus;
  readonly claimedBy: number | null;
  /** Changed by a transfer. */
  readonly agentId: number | null;
  readonly heldBy: number | null;
  /** null: the recording runs, if there is one. */
  readonly recordingPause: RecordingPause | null;
  /** The lead hears music, and no agent is in the call. */
  readonly parked: Parked | null;
  readonly voicemailSeconds: number | null;
  /** In ms since 1970. */
  readonly talkStartedAt: number | null;
  readonly disconnectedAt: number | null;
  readonly voicemailAt: number | null;
  readonly endedAt: number | null;
  readonly seconds: number;
  readonly reasons: readonly string[];
}

export type Phase = 'offering' | 'voicemail' | 'connecting' | 'talking' | 'reconnecting' | 'parked' | 'ended';

export type CallEvent =
  /** `hasParty`: true for a caller, who is already connected; false for a lead, who isn't dialed yet. */
  | {
      readonly type: 'claimed';
      readonly callUserId: number;
      readonly userId: number;
      readonly hasParty: boolean;
      readonly at: number;
    }
  | {
      readonly type: 'opened';
      readonly callUserId: number;
      readonly userId: number;
      readonly at: number;
    }
  | { readonly type: 'partyAnswered'; readonly at: number }
  | { readonly type: 'partyEnded'; readonly status: FinalLegStatus; readonly at: number }
  | { readonly type: 'agentsJoined'; readonly at: number }
  | { readonly type: 'agentMissed'; readonly status: 'no-answer' | 'ignored'; readonly at: number }
  | { readonly type: 'agentLeft'; readonly reason: string; readonly at: number }
  /** One party is left, and another may return. */
  | { readonly type: 'partyDropped'; readonly at: number }
  | { readonly type: 'partyReturned'; readonly at: number }
  /** One party is left, and no other will return. */
  | { readonly type: 'onePartyLeft'; readonly reason: string | null; readonly at: number }
  /** Another agent handles the call from now on. `userId` is set for a transfer. */
  | {
      readonly type: 'handedOver';
      readonly from: number;
      readonly callUserId: number;
      readonly userId: number | null;
      readonly at: number;
    }
  | { readonly type: 'held'; readonly by: number | null; readonly at: number }
  | { readonly type: 'ringsEnded'; readonly at: number }
  | { readonly type: 'parked'; readonly by: Omit<Parked, 'since' | 'stage'>; readonly at: number }
  | { readonly type: 'parkStageReached'; readonly stage: ParkStage; readonly at: number }
  | { readonly type: 'parkRingsEnded'; readonly at: number }
  | { readonly type: 'pickedUp'; readonly at: number }
  | { readonly type: 'parkGivenUp'; readonly offersVoicemail: boolean; readonly at: number }
  | {
      readonly type: 'noAgentLeft';
      readonly status: 'missed' | 'busy' | 'offline' | 'canceled';
      readonly reason: string;
      readonly offersVoicemail?: boolean;
      readonly at: number;
    }
  | { readonly type: 'voicemailLeft'; readonly seconds: number; readonly at: number };

export interface CallTransition {
  readonly call: Call;
  /** The conversation decides which legs and agents this affects. */
  readonly command: Extract<
    Command['kind'],
    'dialLead' | 'ringNextAgents' | 'ringForParked' | 'takeMessage'
  > | null;
  readonly close: 'immediately' | 'withTone' | 'withUnavailableMessage' | null;
}

export function phaseOf(call: Call): Phase {
  if (call.endedAt !== null) return 'ended';
  if (call.voicemailAt !== null) return 'voicemail';
  if (call.claimedBy === null) return 'offering';
  if (call.parked !== null) return 'parked';
  if (call.disconnectedAt !== null) return 'reconnecting';
  return call.talkStartedAt === null ? 'connecting' : 'talking';
}

const unchanged = (call: Call): CallTransition => ({ call, command: null, close: null });

function end(
  call: Call,
  status: CallStatus,
  at: number,
  reason: string | null,
  close: NonNullable<CallTransition['close']> = 'immediately',
): CallTransition {
  const talked = call.talkStartedAt;
  return {
    call: {
      ...call,
      status: talked === null || status === 'missed' ? status : 'completed',
      endedAt: at,
      disconnectedAt: null,
      heldBy: null,
      recordingPause: null,
      parked: null,
      seconds: talked === null ? 0 : secondsBetween(talked, at),
      reasons: reason === null ? call.reasons : [...call.reasons, reason],
    },
    command: null,
    close,
  };
}

/** At least one second, because zero would read as "No Answer" next to a recording. */
function secondsBetween(from: number, to: number): number {
  return to <= from ? 0 : Math.max(1, Math.floor((to - from) / 1000));
}

/** In the history, `busy` means busy agents, so a busy lead counts as "no answer". */
const UNREACHED_OUTCOMES: Record<FinalLegStatus, readonly [CallStatus, string]> = {
  completed: ['completed', english({ id: 'callReason.leadHungUp' })],
  busy: ['no-answer', english({ id: 'callReason.leadBusy' })],
  'no-answer': ['no-answer', english({ id: 'callReason.leadNoAnswer' })],
  failed: ['failed', english({ id: 'callReason.numberUnreachable' })],
  canceled: ['canceled', english({ id: 'callReason.canceled' })],
};

function partyEnded(call: Call, status: FinalLegStatus, at: number): CallTransition {
  switch (phaseOf(call)) {
    case 'offering':
      return end(call, 'missed', at, english({ id: 'callReason.callerHungUp' }));
    case 'voicemail':
      return end(call, call.status, at, null);
    case 'parked':
      return end(call, 'missed', at, english({ id: 'callReason.leadLeftParked' }));
    case 'connecting': {
      const [final, reason] = UNREACHED_OUTCOMES[status];
      return end(call, final, at, reason, status === 'completed' ? 'immediately' : 'withTone');
    }
    case 'talking':
    case 'reconnecting':
      return unchanged(call);
    case 'ended':
      return unchanged(partyEndedLate(call, at));
  }
}

/** Corrects the end of the call if the other party is reported to have left earlier. */
function partyEndedLate(call: Call, at: number): Call {
  if (call.endedAt === null || at >= call.endedAt) return call;
  const { talkStartedAt } = call;
  return { ...call, endedAt: at, seconds: talkStartedAt === null ? 0 : secondsBetween(talkStartedAt, at) };
}

/** An answer that preceded the end but is reported after it corrects the talk time, without reopening the call. */
function answeredLate(call: Call, at: number): Call {
  if (call.claimedBy === null || call.endedAt === null || at > call.endedAt) return call;
  if (call.talkStartedAt !== null && call.talkStartedAt <= at) return call;
  return { ...call, status: 'completed', talkStartedAt: at, seconds: secondsBetween(at, call.endedAt) };
}

function goToVoicemail(call: Call, status: CallStatus, reason: string, at: number): CallTransition {
  return {
    call: { ...call, status, voicemailAt: at, reasons: [...call.reasons, reason] },
    command: 'takeMessage',
    close: null,
  };
}

/** Shorter recordings contain only a breath or the click of hanging up. */
const MIN_VOICEMAIL_SECONDS = 1;

/** A call with a voicemail counts as missed. The voicemail may be reported after the call has ended. */
function withVoicemail(call: Call, seconds: number): Call {
  const isKnown = call.voicemailSeconds !== null;
  if (call.voicemailAt === null || isKnown || seconds < MIN_VOICEMAIL_SECONDS) return call;
  const reason = english({ id: 'callReason.voicemail', values: { seconds } });
  return { ...call, status: 'missed', voicemailSeconds: seconds, reasons: [...call.reasons, reason] };
}

/** Events that mean nothing in the current phase are ignored, so duplicates are harmless. */
export function transitionCall(call: Call, event: CallEvent): CallTransition | 'ignored' {
  const next = applyEvent(call, event);
  return next.call === call && next.command === null && next.close === null ? 'ignored' : next;
}

function applyEvent(call: Call, event: CallEvent): CallTransition {
  const phase = phaseOf(call);
  switch (event.type) {
    case 'claimed': {
      if (phase !== 'offering') return unchanged(call);
      const claimed = { ...call, claimedBy: event.callUserId, agentId: event.userId };
      if (!event.hasParty) return { ...unchanged(claimed), command: 'dialLead' };
      return unchanged({ ...claimed, status: 'in-progress', talkStartedAt: event.at });
    }
    case 'partyAnswered':
      if (phase === 'connecting')
        return unchanged({ ...call, status: 'in-progress', talkStartedAt: event.at });
      return unchanged(phase === 'ended' ? answeredLate(call, event.at) : call);
    case 'partyEnded':
      return partyEnded(call, event.status, event.at);
    case 'opened':
      return phase === 'offering'
        ? unchanged({ ...call, claimedBy: event.callUserId, agentId: event.userId })
        : unchanged(call);
    case 'agentsJoined':
      return phase === 'connecting'
        ? unchanged({ ...call, status: 'in-progress', talkStartedAt: event.at })
        : unchanged(call);
    case 'agentMissed':
      return phase === 'connecting'
        ? end(call, event.status, event.at, english({ id: 'callReason.agentDidNotJoin' }), 'withTone')
        : unchanged(call);
    case 'agentLeft':
      return phase === 'connecting' ? end(call, 'canceled', event.at, event.reason) : unchanged(call);
    case 'partyDropped':
      return phase === 'talking' ? unchanged({ ...call, disconnectedAt: event.at }) : unchanged(call);
    case 'partyReturned':
      return phase === 'reconnecting' ? unchanged({ ...call, disconnectedAt: null }) : unchanged(call);
    case 'onePartyLeft':
      return phase === 'talking' || phase === 'reconnecting'
        ? end(call, 'completed', event.at, event.reason)
        : unchanged(call);
    case 'handedOver': {
      if (phase === 'ended' || call.claimedBy !== event.from) return unchanged(call);
      return unchanged({ ...call, claimedBy: event.callUserId, agentId: event.userId ?? call.agentId });
    }
    case 'held':
      return phase === 'ended' || phase === 'offering' || call.heldBy === event.by
        ? unchanged(call)
        : unchanged({ ...call, heldBy: event.by });
    case 'ringsEnded':
      return phase === 'offering' ? { ...unchanged(call), command: 'ringNextAgents' } : unchanged(call);
    case 'noAgentLeft':
      if (phase === 'offering' && call.type === 'inbound' && event.offersVoicemail === true)
        return goToVoicemail(call, event.status, event.reason, event.at);
      return phase === 'offering' || (phase === 'connecting' && call.type === 'conference')
        ? end(call, event.status, event.at, event.reason, 'withUnavailableMessage')
        : unchanged(call);
    case 'parked': {
      if (phase !== 'talking' && phase !== 'reconnecting') return unchanged(call);
      const parked: Parked = { ...event.by, since: event.at, stage: 'none' };
      return unchanged({ ...call, parked, heldBy: null, disconnectedAt: null });
    }
    case 'parkStageReached':
      if (call.parked === null || phase !== 'parked') return unchanged(call);
      return unchanged({ ...call, parked: { ...call.parked, stage: event.stage } });
    case 'parkRingsEnded':
      return phase === 'parked' ? { ...unchanged(call), command: 'ringForParked' } : unchanged(call);
    case 'pickedUp':
      return phase === 'parked' ? unchanged({ ...call, parked: null }) : unchanged(call);
    case 'parkGivenUp': {
      if (phase !== 'parked') return unchanged(call);
      const reason = english({ id: 'callReason.notPickedUp' });
      if (event.offersVoicemail) return goToVoicemail({ ...call, parked: null }, 'missed', reason, event.at);
      return end(call, 'missed', event.at, reason, 'withUnavailableMessage');
    }
    case 'voicemailLeft':
      return unchanged(withVoicemail(call, event.seconds));
    default:
      return event satisfies never;
  }
}

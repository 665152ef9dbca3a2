/**
 * One conversation, from the first ring to its one final status. Who is rung, and over which legs, is not known here.
 *
 *                 claim                 lead answers
 *   offering ───────────▶ connecting ───────────────▶ talking ◀──── back ────┐
 *      │  └─ claim, caller is there already ─────────────▲ │                 │
 *      │                      │                            └─ left alone ─▶ vanished
 *      │ nobody, caller gone  │ busy, failed, hung up      │ one left        │ one left, 45 s
 *      ├──────────────────────┴──────────────▶ ended ◀─────┴─────────────────┘
 *      │ nobody, caller may leave a message      ▲
 *      └──────────────▶ voicemail ───────────────┘ caller gone
 *
 * A conference among agents begins in `connecting`: it waits for the second of them.
 */

import type { CallStatus, CallType } from '@offhook/contract/entities';
import type { FinalLegStatus } from '../../platform/core/leg-status.ts';
import type { Order } from './effects.ts';

export interface Call {
  readonly id: number;
  readonly type: CallType;
  readonly status: CallStatus;
  /** The call user who has it. */
  readonly claimedBy: number | null;
  /** The user who has it; a transfer moves it. */
  readonly agentId: number | null;
  /** The call user who holds the others. */
  readonly heldBy: number | null;
  /** How long the message is that the caller left; null: none, or not yet. */
  readonly voicemailSeconds: number | null;
  /** Times in ms since 1970. */
  readonly talkStartedAt: number | null;
  readonly vanishedAt: number | null;
  /** Nobody took the caller, who may leave a message from then on. */
  readonly voicemailAt: number | null;
  readonly endedAt: number | null;
  readonly seconds: number;
  /** Why it went as it did, oldest first. */
  readonly reasons: readonly string[];
}

export type Phase = 'offering' | 'voicemail' | 'connecting' | 'talking' | 'vanished' | 'ended';

export type CallEvent =
  /** `partyIn`: the other party is connected already (a caller), not yet (a lead). */
  | {
      readonly type: 'claimed';
      readonly callUserId: number;
      readonly userId: number;
      readonly partyIn: boolean;
      readonly at: number;
    }
  /** An agent opens a conference among agents. */
  | {
      readonly type: 'opened';
      readonly callUserId: number;
      readonly userId: number;
      readonly at: number;
    }
  | { readonly type: 'partyAnswered'; readonly at: number }
  /** The last of the other side is gone, or never came. */
  | { readonly type: 'partyEnded'; readonly status: FinalLegStatus; readonly at: number }
  /** The second agent of a conference is there. */
  | { readonly type: 'agentsIn'; readonly at: number }
  /** The other agent of a conference does not come. */
  | { readonly type: 'agentMissed'; readonly status: 'no-answer' | 'ignored'; readonly at: number }
  /** The agent who has it is gone for good while it is being connected. */
  | { readonly type: 'agentGone'; readonly reason: string; readonly at: number }
  /** One party is left, and another may come back. */
  | { readonly type: 'leftAlone'; readonly at: number }
  | { readonly type: 'together'; readonly at: number }
  /** One party is left, and nobody comes back. */
  | { readonly type: 'oneLeft'; readonly reason: string | null; readonly at: number }
  /** It goes from one agent to another; the user of a transfer's target answers for it from now on. */
  | {
      readonly type: 'handedOver';
      readonly from: number;
      readonly callUserId: number;
      readonly userId: number | null;
      readonly at: number;
    }
  | { readonly type: 'held'; readonly by: number | null; readonly at: number }
  | { readonly type: 'ringsOver'; readonly at: number }
  | {
      readonly type: 'nobodyLeft';
      readonly status: 'missed' | 'busy' | 'offline' | 'canceled';
      readonly reason: string;
      /** A caller may leave one. */
      readonly takesMessage?: boolean;
      readonly at: number;
    }
  | { readonly type: 'messageLeft'; readonly seconds: number; readonly at: number };

export interface CallStep {
  readonly call: Call;
  /** What it wants of its parties; who and which leg that is, the conversation knows. */
  readonly order: Extract<Order['kind'], 'dialLead' | 'offerNext' | 'takeMessage'> | null;
  /** How its legs end, when it has ended: with a tone to the agent first, or an apology to the caller. */
  readonly close: 'plainly' | 'withTone' | 'withApology' | null;
}

export function phaseOf(call: Call): Phase {
  if (call.endedAt !== null) return 'ended';
  if (call.claimedBy === null) return call.voicemailAt === null ? 'offering' : 'voicemail';
  if (call.vanishedAt !== null) return 'vanished';
  return call.talkStartedAt === null ? 'connecting' : 'talking';
}

const stay = (call: Call): CallStep => ({ call, order: null, close: null });

function end(
  call: Call,
  status: CallStatus,
  at: number,
  reason: string | null,
  close: NonNullable<CallStep['close']> = 'plainly',
): CallStep {
  const talked = call.talkStartedAt;
  return {
    call: {
      ...call,
      status: talked === null ? status : 'completed',
      endedAt: at,
      vanishedAt: null,
      heldBy: null,
      seconds: talked === null ? 0 : secondsBetween(talked, at),
      reasons: reason === null ? call.reasons : [...call.reasons, reason],
    },
    order: null,
    close,
  };
}

/** A conversation of less than a second is one of a second: none at all reads 'No Answer' beside its recording. */
function secondsBetween(from: number, to: number): number {
  return to <= from ? 0 : Math.max(1, Math.floor((to - from) / 1000));
}

/** The lead's side as the history tells it: `busy` there speaks of agents, so a busy lead is one without an answer. */
const UNREACHED: Record<FinalLegStatus, readonly [CallStatus, string]> = {
  completed: ['completed', 'The lead hung up'],
  busy: ['no-answer', 'The lead was busy'],
  'no-answer': ['no-answer', 'The lead did not answer'],
  failed: ['failed', 'The number could not be reached'],
  canceled: ['canceled', 'The call was canceled before the lead answered'],
};

function partyEnded(call: Call, status: FinalLegStatus, at: number): CallStep {
  switch (phaseOf(call)) {
    case 'offering':
      return end(call, 'missed', at, 'The caller hung up');
    case 'voicemail':
      return end(call, call.status, at, null);
    case 'connecting': {
      const [final, reason] = UNREACHED[status];
      return end(call, final, at, reason, status === 'completed' ? 'plainly' : 'withTone');
    }
    case 'talking':
    case 'vanished':
      return stay(call);
    case 'ended':
      return stay(partyEndedLate(call, at));
  }
}

/** The other party had left before what we took for the end. */
function partyEndedLate(call: Call, at: number): Call {
  if (call.endedAt === null || at >= call.endedAt) return call;
  // That they talked at all may be told later still.
  const { talkStartedAt } = call;
  return { ...call, endedAt: at, seconds: talkStartedAt === null ? 0 : secondsBetween(talkStartedAt, at) };
}

/** An answer whose report is older than the end corrects the length of the conversation, and nothing else. */
function answeredLate(call: Call, at: number): Call {
  if (call.claimedBy === null || call.endedAt === null || at > call.endedAt) return call;
  if (call.talkStartedAt !== null && call.talkStartedAt <= at) return call;
  return { ...call, status: 'completed', talkStartedAt: at, seconds: secondsBetween(at, call.endedAt) };
}

/** What the agents have missed is known; the call lasts as long as the caller stays. */
function goToVoicemail(call: Call, status: CallStatus, reason: string, at: number): CallStep {
  return {
    call: { ...call, status, voicemailAt: at, reasons: [...call.reasons, reason] },
    order: 'takeMessage',
    close: null,
  };
}

/** Less is a breath, or the click of hanging up. */
const LEAST_MESSAGE_S = 1;

/** A call with a message was missed, whatever kept the agents from it. It may be told after the end. */
function withMessage(call: Call, seconds: number): Call {
  const isKnown = call.voicemailSeconds !== null;
  if (call.voicemailAt === null || isKnown || seconds < LEAST_MESSAGE_S) return call;
  const reason = `The caller left a voicemail of ${seconds} s`;
  return { ...call, status: 'missed', voicemailSeconds: seconds, reasons: [...call.reasons, reason] };
}

/** Pure; an event that has no meaning in the present phase changes nothing (`ignored`), so that doubles are harmless. */
export function transitionCall(call: Call, event: CallEvent): CallStep | 'ignored' {
  const next = afterEvent(call, event);
  return next.call === call && next.order === null && next.close === null ? 'ignored' : next;
}

function afterEvent(call: Call, event: CallEvent): CallStep {
  const phase = phaseOf(call);
  switch (event.type) {
    case 'claimed': {
      if (phase !== 'offering') return stay(call);
      const claimed = { ...call, claimedBy: event.callUserId, agentId: event.userId };
      if (!event.partyIn) return { ...stay(claimed), order: 'dialLead' };
      return stay({ ...claimed, status: 'in-progress', talkStartedAt: event.at });
    }
    case 'partyAnswered':
      if (phase === 'connecting') return stay({ ...call, status: 'in-progress', talkStartedAt: event.at });
      return stay(phase === 'ended' ? answeredLate(call, event.at) : call);
    case 'partyEnded':
      return partyEnded(call, event.status, event.at);
    case 'opened':
      return phase === 'offering'
        ? stay({ ...call, claimedBy: event.callUserId, agentId: event.userId })
        : stay(call);
    case 'agentsIn':
      return phase === 'connecting'
        ? stay({ ...call, status: 'in-progress', talkStartedAt: event.at })
        : stay(call);
    case 'agentMissed':
      return phase === 'connecting'
        ? end(call, event.status, event.at, 'The agent did not join', 'withTone')
        : stay(call);
    case 'agentGone':
      return phase === 'connecting' ? end(call, 'canceled', event.at, event.reason) : stay(call);
    case 'leftAlone':
      return phase === 'talking' ? stay({ ...call, vanishedAt: event.at }) : stay(call);
    case 'together':
      return phase === 'vanished' ? stay({ ...call, vanishedAt: null }) : stay(call);
    case 'oneLeft':
      return phase === 'talking' || phase === 'vanished'
        ? end(call, 'completed', event.at, event.reason)
        : stay(call);
    case 'handedOver': {
      if (phase === 'ended' || call.claimedBy !== event.from) return stay(call);
      return stay({ ...call, claimedBy: event.callUserId, agentId: event.userId ?? call.agentId });
    }
    case 'held':
      return phase === 'ended' || phase === 'offering' || call.heldBy === event.by
        ? stay(call)
        : stay({ ...call, heldBy: event.by });
    case 'ringsOver':
      return phase === 'offering' ? { ...stay(call), order: 'offerNext' } : stay(call);
    case 'nobodyLeft':
      if (phase === 'offering' && call.type === 'inbound' && event.takesMessage === true)
        return goToVoicemail(call, event.status, event.reason, event.at);
      return phase === 'offering' || (phase === 'connecting' && call.type === 'conference')
        ? end(call, event.status, event.at, event.reason, 'withApology')
        : stay(call);
    case 'messageLeft':
      return stay(withMessage(call, event.seconds));
    default:
      return event satisfies never;
  }
}

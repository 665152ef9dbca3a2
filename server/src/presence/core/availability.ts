import { AVAILABLE, DO_NOT_DISTURB, isBuiltInStatus } from '@offhook/contract/agent/agent-status';
import type { PhoneStateName } from '@offhook/contract/agent/phone-states';
import { english } from '../../platform/core/sentences.ts';

export interface AgentState {
  /** null when the phone has never reported. */
  readonly lease: {
    readonly state: PhoneStateName;
    readonly device: 'registered' | 'unregistered';
    readonly audio: 'ready' | 'locked';
    /** In ms since 1970. */
    readonly renewedAt: number;
    /** The phone didn't acknowledge a ring, and hasn't reported since. */
    readonly unreachable: boolean;
  } | null;
  readonly hasExternalPhone: boolean;
  /** A key; see `statusForCalls`. */
  readonly status: string;
  /** Includes rings. */
  readonly hasOpenCall: boolean;
  readonly hasReachedDailyLimit: boolean;
  /** Of the team. */
  readonly wrapUp: {
    /** In ms since 1970; null: until the agent is done. */
    readonly endsAt: number | null;
  } | null;
}

export type Unavailability =
  | 'offline'
  | 'unregistered'
  | 'unreachable'
  | 'audio-locked'
  | 'do-not-disturb'
  | 'break'
  | 'lunch'
  | 'training'
  | 'other-status'
  | 'on-call'
  | 'wrap-up'
  | 'cap-reached';

export const UNAVAILABLE_REASONS: Readonly<Record<Unavailability, string>> = {
  offline: english({ id: 'unavailable.signedOut' }),
  unregistered: english({ id: 'unavailable.notConnected' }),
  unreachable: english({ id: 'unavailable.unreachable' }),
  'audio-locked': english({ id: 'unavailable.audioLocked' }),
  'do-not-disturb': english({ id: 'unavailable.doNotDisturb' }),
  break: english({ id: 'unavailable.break' }),
  lunch: english({ id: 'unavailable.lunch' }),
  training: english({ id: 'unavailable.training' }),
  'other-status': english({ id: 'unavailable.otherStatus' }),
  'on-call': english({ id: 'unavailable.onCall' }),
  'wrap-up': english({ id: 'unavailable.wrapUp' }),
  'cap-reached': english({ id: 'unavailable.dailyLimit' }),
};

export interface Availability {
  readonly isOnlineApp: boolean;
  readonly isAvailable: boolean;
  /** An available agent whose app can't be rung is rung on their external phone. */
  readonly isAppUnavailable: boolean;
  readonly reason: Unavailability | null;
}

/** @param presenceCutoff phones without a report after this time are offline */
export function availability(agent: AgentState, presenceCutoff: number): Availability {
  const reason = agentUnavailability(agent, presenceCutoff);
  return {
    isOnlineApp: hasFreshLease(agent, presenceCutoff),
    isAvailable: reason === null,
    isAppUnavailable: appUnavailability(agent, presenceCutoff) !== null,
    reason,
  };
}

function agentUnavailability(agent: AgentState, presenceCutoff: number): Unavailability | null {
  const { lease } = agent;
  const appReason = appUnavailability(agent, presenceCutoff);
  if (appReason !== null && !agent.hasExternalPhone) return appReason;
  if (agent.hasOpenCall) return 'on-call';
  const busy =
    lease !== null && hasFreshLease(agent, presenceCutoff) ? phoneStateUnavailability(lease.state) : null;
  if (busy !== null) return busy;
  // Only the app has a Done button.
  if (agent.wrapUp !== null && (agent.wrapUp.endsAt !== null || hasFreshLease(agent, presenceCutoff)))
    return 'wrap-up';
  const reason = statusUnavailability(agent.status);
  if (reason !== null) return reason;
  return agent.hasReachedDailyLimit ? 'cap-reached' : null;
}

function statusUnavailability(status: string): Unavailability | null {
  if (status === AVAILABLE) return null;
  if (status === DO_NOT_DISTURB) return 'do-not-disturb';
  return isBuiltInStatus(status) ? status : 'other-status';
}

function appUnavailability(agent: AgentState, presenceCutoff: number): Unavailability | null {
  const { lease } = agent;
  if (lease === null || !hasFreshLease(agent, presenceCutoff)) return 'offline';
  if (lease.device !== 'registered') return 'unregistered';
  if (lease.unreachable) return 'unreachable';
  return lease.audio === 'ready' ? null : 'audio-locked';
}

export function phoneStateUnavailability(state: PhoneStateName): Unavailability | null {
  switch (state) {
    case 'waiting':
    case 'thankyou':
      return null;
    case 'ringing':
    case 'oncall':
      return 'on-call';
    case 'disposition':
    case 'disposition2':
    case 'note':
    case 'sms':
      return 'wrap-up';
    default:
      state satisfies never;
      return 'offline';
  }
}

function hasFreshLease(agent: AgentState, presenceCutoff: number): boolean {
  return agent.lease !== null && agent.lease.renewedAt > presenceCutoff;
}

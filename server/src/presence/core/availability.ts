/** Whether an agent can be offered a call, and why not. The phone says its state, nobody guesses. */
import type { PhoneStateName } from '@offhook/contract/entities';

/** What is known of one agent. Times are milliseconds. */
export interface AgentFacts {
  /** The phone's last report; `null`: there never was one. */
  readonly lease: {
    readonly state: PhoneStateName;
    readonly device: 'registered' | 'unregistered';
    readonly audio: 'ready' | 'locked';
    readonly renewedAt: number;
    /** A ring was not acknowledged in time, and the phone has not been heard of since. */
    readonly unreachable: boolean;
  } | null;
  /** A number of the agent's own is set and switched on: rung where the app cannot be. */
  readonly hasOwnPhone: boolean;
  readonly doNotDisturb: boolean;
  /** Any call user that has not ended: ringing ones too. */
  readonly hasOpenCall: boolean;
  /** Has had as many calls today as may be. */
  readonly atCap: boolean;
}

/** `null`: available; else why not. */
export type Unavailability =
  | 'offline'
  | 'unregistered'
  | 'unreachable'
  | 'audio-locked'
  | 'do-not-disturb'
  | 'on-call'
  | 'wrap-up'
  | 'cap-reached';

export interface Availability {
  readonly isOnlineApp: boolean;
  readonly isAvailable: boolean;
  /** The agent's app cannot be rung; whoever is available all the same is rung on their own phone. */
  readonly isAppSilent: boolean;
  readonly reason: Unavailability | null;
}

/** @param heardSince a phone that has said nothing later than this moment is gone */
export function availability(agent: AgentFacts, heardSince: number): Availability {
  const reason = unavailability(agent, heardSince);
  return {
    isOnlineApp: hasFreshLease(agent, heardSince),
    isAvailable: reason === null,
    isAppSilent: silence(agent, heardSince) !== null,
    reason,
  };
}

function unavailability(agent: AgentFacts, heardSince: number): Unavailability | null {
  const { lease } = agent;
  const silent = silence(agent, heardSince);
  if (silent !== null && !agent.hasOwnPhone) return silent;
  if (agent.doNotDisturb) return 'do-not-disturb';
  if (agent.hasOpenCall) return 'on-call';
  if (agent.atCap) return 'cap-reached';
  return lease !== null && hasFreshLease(agent, heardSince) ? occupation(lease.state) : null;
}

/** Why the app cannot be rung; null: it can. */
function silence(agent: AgentFacts, heardSince: number): Unavailability | null {
  const { lease } = agent;
  if (lease === null || !hasFreshLease(agent, heardSince)) return 'offline';
  if (lease.device !== 'registered') return 'unregistered';
  if (lease.unreachable) return 'unreachable';
  return lease.audio === 'ready' ? null : 'audio-locked';
}

function occupation(state: PhoneStateName): Unavailability | null {
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

function hasFreshLease(agent: AgentFacts, heardSince: number): boolean {
  return agent.lease !== null && agent.lease.renewedAt > heardSince;
}

/** Facts derived from the state of the call, its call users and its legs. */

import type { CallType } from '@offhook/contract/entities';
import { isParty } from '@offhook/contract/permissions';
import { isFinal } from '../../platform/core/leg-status.ts';
import type { Call } from './call-lifecycle.ts';
import type { CallUser } from './call-user.ts';
import type { Leg } from './leg.ts';

export interface Parties {
  readonly call: Call;
  readonly callUsers: readonly CallUser[];
  readonly legs: readonly Leg[];
}

export function isSupervision(type: CallType): type is 'listen' | 'whisper' | 'barge' {
  return type === 'listen' || type === 'whisper' || type === 'barge';
}

export function isInvitation(type: CallType): boolean {
  return type === 'transfer' || type === 'conference' || isSupervision(type);
}

export function isPresent(callUser: CallUser): boolean {
  return callUser.status === 'accepted' && callUser.disconnectedAt === null;
}

export function isAwaited(callUser: CallUser): boolean {
  return callUser.status === 'accepted' && callUser.disconnectedAt !== null;
}

export function isLive(leg: Leg): boolean {
  return !isFinal(leg.status);
}

export function partyLegs({ legs }: Parties): readonly Leg[] {
  return legs.filter((leg) => leg.kind !== 'agent' && isLive(leg));
}

export const isConnected = (leg: Leg): boolean => leg.status === 'in-progress';

export interface TalkerCount {
  readonly present: number;
  readonly awaited: number;
}

/** Counts agents, leads and callers, but not supervisors who listen or whisper. */
export function countTalkers(parties: Parties): TalkerCount {
  const agents = parties.callUsers.filter(({ type }) => isParty(type));
  return {
    present: agents.filter(isPresent).length + partyLegs(parties).filter(isConnected).length,
    awaited: agents.filter(isAwaited).length,
  };
}

export function activeLeg({ legs }: Parties, callUser: CallUser): Leg | undefined {
  return legs.find((leg) => leg.callUserId === callUser.id && leg.sid !== null && leg.sid === callUser.sid);
}

export function handlingAgent({ call, callUsers }: Parties): CallUser | undefined {
  return callUsers.find((callUser) => callUser.id === call.claimedBy && callUser.status === 'accepted');
}

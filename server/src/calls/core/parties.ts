/**
 * Who is in a conversation, and who talks in it. All of it follows from the state of the call, its call users and its
 * legs, so that nothing has to be remembered about how it came to be.
 */

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

/** Asked into a conversation that is there already, or opened for it: no claim of a lead or a caller. */
export function isInvitation(type: CallType): boolean {
  return type === 'transfer' || type === 'conference' || isSupervision(type);
}

/** Connected now. */
export function isPresent(callUser: CallUser): boolean {
  return callUser.status === 'accepted' && callUser.vanishedAt === null;
}

/** Left without a word, and may come back. */
export function isAwaited(callUser: CallUser): boolean {
  return callUser.status === 'accepted' && callUser.vanishedAt !== null;
}

export function isLiving(leg: Leg): boolean {
  return !isFinal(leg.status);
}

/** The lead's or the caller's connection, as long as it lives. */
export function partyLegs({ legs }: Parties): readonly Leg[] {
  return legs.filter((leg) => leg.kind !== 'agent' && isLiving(leg));
}

export const isConnected = (leg: Leg): boolean => leg.status === 'in-progress';

export interface Talkers {
  readonly present: number;
  readonly awaited: number;
}

/** The talking parties: agents, and whoever is at the other end. */
export function countTalkers(parties: Parties): Talkers {
  const agents = parties.callUsers.filter(({ type }) => isParty(type));
  return {
    present: agents.filter(isPresent).length + partyLegs(parties).filter(isConnected).length,
    awaited: agents.filter(isAwaited).length,
  };
}

/** The leg by which an agent is in the conversation. */
export function legOf({ legs }: Parties, callUser: CallUser): Leg | undefined {
  return legs.find((leg) => leg.callUserId === callUser.id && leg.sid !== null && leg.sid === callUser.sid);
}

/** Who has the conversation, of those who are in it. */
export function handlerOf({ call, callUsers }: Parties): CallUser | undefined {
  return callUsers.find((callUser) => callUser.id === call.claimedBy && callUser.status === 'accepted');
}

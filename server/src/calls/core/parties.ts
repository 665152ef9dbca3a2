/** Facts derived from the state of the call, its call users and its legs. */

import { isParty, isSupervision } from '@offhook/contract/accounts/permissions';
import type { CallType } from '@offhook/contract/calls/call-kinds';
import { isFinal } from '../../platform/core/leg-status.ts';
import type { Call } from './call-lifecycle.ts';
import type { CallUser } from './call-user.ts';
import type { Leg } from './leg.ts';

export interface Parties {
  readonly call: Call;
  readonly callUsers: readonly CallUser[];
  readonly legs: readonly Leg[];
}

/** Here for the cores that ask about parties anyway. */
export { isSupervision };

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

/** In the call and audible: listeners are silent. */
export function audibleSupervisors({ callUsers }: Pick<Parties, 'callUsers'>): readonly CallUser[] {
  return callUsers.filter(
    (callUser) => (callUser.type === 'whisper' || callUser.type === 'barge') && isPresent(callUser),
  );
}

/** A whisper reaches only the agent who handles the call; a barge, all agents. */
export function supervisorsHeardBy(
  parties: Pick<Parties, 'call' | 'callUsers'>,
  callUserId: number,
): readonly CallUser[] {
  const listener = parties.callUsers.find(({ id }) => id === callUserId);
  if (listener === undefined || !isParty(listener.type) || !isPresent(listener)) return [];
  return audibleSupervisors(parties).filter(
    ({ id, type }) => id !== callUserId && (type === 'barge' || parties.call.claimedBy === callUserId),
  );
}

export function activeLeg({ legs }: Parties, callUser: CallUser): Leg | undefined {
  return legs.find((leg) => leg.callUserId === callUser.id && leg.sid !== null && leg.sid === callUser.sid);
}

export function handlingAgent({ call, callUsers }: Parties): CallUser | undefined {
  return callUsers.find((callUser) => callUser.id === call.claimedBy && callUser.status === 'accepted');
}

/** False for a supervisor who has the call since its agents left. */
export function onlySupervises(
  { claimedBy }: Pick<Call, 'claimedBy'>,
  { id, type }: Pick<CallUser, 'id' | 'type'>,
): boolean {
  return isSupervision(type) && claimedBy !== id;
}

export interface Consultation {
  /** Invited the colleague, and decides how it ends. */
  readonly agent: CallUser;
  readonly colleague: CallUser;
}

/** Two agents talk to each other while the lead is on hold. */
export function consultation({ callUsers }: Pick<Parties, 'callUsers'>): Consultation | null {
  const colleague = callUsers.find(({ consults, status }) => consults && status === 'accepted');
  const agent = callUsers.find(({ id, status }) => id === colleague?.invitedBy && status === 'accepted');
  return colleague && agent ? { agent, colleague } : null;
}

export interface Hold {
  /** The agent who put everyone else on hold, or consults a colleague. */
  readonly by: CallUser;
  /** The listener's voice reaches them: supervisors aren't held. */
  readonly hears: boolean;
  readonly canResume: boolean;
}

/** As this agent or supervisor experiences it. Null for the two who consult: they talk to each other. */
export function holdSeenBy(parties: Parties, callUserId: number): Hold | null {
  const consulting = consultation(parties);
  const talking = consulting
    ? [consulting.agent, consulting.colleague]
    : parties.callUsers.filter(({ id }) => id === parties.call.heldBy);
  const [by] = talking;
  if (by === undefined || (consulting && talking.some(({ id }) => id === callUserId))) return null;
  const type = parties.callUsers.find(({ id }) => id === callUserId)?.type;
  const coached = talking.some(({ id }) => id === parties.call.claimedBy);
  const hears = by.id !== callUserId && (type === 'barge' || (type === 'whisper' && coached));
  return { by, hears, canResume: !consulting };
}

/** Supervisors are listed by `supervisorsHeardBy`. */
export function otherAgents(
  { callUsers }: Pick<Parties, 'callUsers'>,
  callUserId: number | null,
): readonly CallUser[] {
  return callUsers.filter(
    ({ id, type, status }) => id !== callUserId && status === 'accepted' && !isSupervision(type),
  );
}

/** They were connected, and the agents still talk. */
export function hasLeadLeft(parties: Parties): boolean {
  const { call, legs } = parties;
  const wasConnected = legs.some(({ kind, answeredAt }) => kind !== 'agent' && answeredAt !== null);
  return call.endedAt === null && wasConnected && partyLegs(parties).length === 0;
}

// The contract's `supervises` as SQL. Undefined: the user supervises the whole account, or no supervisor reads.

import { supervisedTeams } from '@offhook/contract/accounts/permissions';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { SignedInUser } from '../http/caller.ts';
import { calls, leads, teamMembers, teams } from './schema.ts';

export type Reader = Pick<SignedInUser, 'account_id' | 'permissions' | 'supervised_team_ids'>;

/** Of a team's id. None of no teams. */
export const isOneOf = (teamId: SQLWrapper, teamIds: readonly number[]): SQL =>
  sql`${teamId} = any(${`{${teamIds.join()}}`}::bigint[])`;

/** The agents who are members of these teams. */
export const isMemberOf = (userId: SQLWrapper, teamIds: readonly number[]): SQL =>
  // Not `exists`: the members are read once, not for each row.
  sql`${userId} in (select member.user_id from ${teamMembers} member where ${isOneOf(sql`member.team_id`, teamIds)})`;

export function supervisesTeam(reader: Reader, teamId: SQLWrapper): SQL | undefined {
  const own = supervisedTeams(reader);
  return own === null ? undefined : isOneOf(teamId, own);
}

export function supervisesAgent(reader: Reader, userId: SQLWrapper): SQL | undefined {
  const own = supervisedTeams(reader);
  return own === null ? undefined : isMemberOf(userId, own);
}

/** For queries of `calls`. */
export function supervisesCall(reader: Reader): SQL | undefined {
  const own = supervisedTeams(reader);
  return own === null
    ? undefined
    : sql`(${isOneOf(calls.team_id, own)} or ${isMemberOf(calls.agent_id, own)})`;
}

/** @param teamId the lead's, or that of another row whose team may be missing */
export function supervisesLead(reader: Reader, teamId: SQLWrapper = leads.team_id): SQL | undefined {
  const own = supervisedTeams(reader);
  if (own === null) return undefined;
  const ofDefault = sql`(select team.id from ${teams} team where team.account_id = ${reader.account_id} and team.is_default)`;
  return isOneOf(sql`coalesce(${teamId}, ${ofDefault})`, own);
}

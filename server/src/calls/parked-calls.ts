import type { ParkedCall } from '@offhook/contract/calls/parked-call';
import { and, asc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Database } from '../platform/database/database.ts';
import {
  accounts,
  calls,
  callUsers,
  leads,
  type ParkedRow,
  teamMembers,
  users,
} from '../platform/database/schema.ts';
import type { SignedInUser } from '../platform/http/caller.ts';
import { formatPhoneNumber } from '../platform/phone-numbers/phone-numbers.ts';

/** The team's agents and the one who parked the call. */
export async function parkedCallUsers(
  db: Database,
  { userId, teamId }: Pick<ParkedRow, 'userId' | 'teamId'>,
): Promise<readonly number[]> {
  const members = await db
    .select({ id: teamMembers.user_id })
    .from(teamMembers)
    .where(eq(teamMembers.team_id, teamId ?? 0));
  return [...new Set([userId, ...members.map(({ id }) => id)])];
}

export async function readParkedCalls(db: Database, user: SignedInUser, now: number): Promise<ParkedCall[]> {
  const teamIds = db
    .select({ id: teamMembers.team_id })
    .from(teamMembers)
    .where(eq(teamMembers.user_id, user.id));
  const rows = await db
    .select({
      id: calls.id,
      parked: calls.parked,
      number: calls.phone_number,
      firstName: leads.fname,
      lastName: leads.lname,
      parkedBy: users.full_name,
      minutes: accounts.park_minutes,
      isTaken: sql<boolean>`exists (select 1 from ${callUsers} ring where ring.call_id = ${calls.id} and ring.status = 'ringing' and ring.autoaccept)`,
    })
    .from(calls)
    .innerJoin(accounts, eq(accounts.id, calls.account_id))
    .innerJoin(users, sql`${users.id} = (${calls.parked} ->> 'userId')::bigint`)
    .leftJoin(leads, eq(leads.id, calls.lead_id))
    .where(
      and(
        eq(calls.account_id, user.account_id),
        isNull(calls.ended_at),
        isNotNull(calls.parked),
        sql`((${calls.parked} ->> 'userId')::bigint = ${user.id} or ${inArray(sql`(${calls.parked} ->> 'teamId')::bigint`, teamIds)})`,
      ),
    )
    .orderBy(asc(sql`(${calls.parked} ->> 'since')::bigint`));
  return rows.flatMap(({ id, parked, number, firstName, lastName, parkedBy, minutes, isTaken }) => {
    if (parked === null) return [];
    const seconds = Math.max(0, Math.round((now - parked.since) / 1_000));
    return {
      call_id: id,
      lead_name: [firstName, lastName].filter(Boolean).join(' '),
      phone_number_formatted: number === null ? null : formatPhoneNumber(number, user.country_code),
      parked_by: parkedBy,
      is_own: parked.userId === user.id,
      seconds,
      seconds_left: parked.stage === 'none' ? Math.max(0, minutes * 60 - seconds) : 0,
      is_taken: isTaken,
    };
  });
}

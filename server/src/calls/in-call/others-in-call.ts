import type { Call } from '@offhook/contract/calls/call';
import { asc, eq } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { calls, callUsers, legs, users } from '../../platform/database/schema.ts';
import { toCall, toCallUser, toLeg } from '../conversations.ts';
import { hasLeadLeft, holdSeenBy, otherAgents, supervisorsHeardBy } from '../core/parties.ts';

type OthersInCall = Required<Pick<Call, 'hold' | 'lead_left' | 'agents' | 'supervisors'>>;

/** What a phone shows about the others in its call. */
export async function readOthersInCall(
  db: Database,
  callId: number,
  callUserId: number,
): Promise<OthersInCall> {
  const rows = await db
    .select({ call: calls, callUser: callUsers, name: users.full_name })
    .from(callUsers)
    .innerJoin(calls, eq(calls.id, callUsers.call_id))
    .innerJoin(users, eq(users.id, callUsers.user_id))
    .where(eq(callUsers.call_id, callId))
    .orderBy(asc(callUsers.id));
  const call = rows[0]?.call;
  if (call === undefined) return { hold: null, lead_left: false, agents: [], supervisors: [] };
  const legRows = await db.select().from(legs).where(eq(legs.call_id, callId));
  const names = new Map(rows.map(({ callUser, name }) => [callUser.id, name]));
  const nameOf = ({ id }: { readonly id: number }) => names.get(id) ?? '';
  const parties = {
    call: toCall(call),
    callUsers: rows.map(({ callUser }) => toCallUser(callUser)),
    legs: legRows.map(toLeg),
  };
  const hold = holdSeenBy(parties, callUserId);
  return {
    hold: hold && {
      by: hold.by.id === callUserId ? null : nameOf(hold.by),
      is_heard: hold.hears,
      can_resume: hold.canResume,
    },
    lead_left: hasLeadLeft(parties),
    agents: otherAgents(parties, callUserId).map((agent) => ({ name: nameOf(agent) })),
    supervisors: supervisorsHeardBy(parties, callUserId).map((supervisor) => ({
      name: nameOf(supervisor),
      type: supervisor.type === 'whisper' ? 'whisper' : 'barge',
    })),
  };
}

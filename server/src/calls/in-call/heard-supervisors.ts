import type { Call } from '@offhook/contract/entities';
import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { type calls, callUsers, users } from '../../platform/database/schema.ts';
import { toCall, toCallUser } from '../conversations.ts';
import { supervisorsHeardBy } from '../core/parties.ts';

export async function readHeardSupervisors(
  db: Database,
  call: typeof calls.$inferSelect,
  callUserId: number,
): Promise<NonNullable<Call['supervisors']>> {
  const rows = await db
    .select({ callUser: callUsers, name: users.full_name })
    .from(callUsers)
    .innerJoin(users, eq(users.id, callUsers.user_id))
    .where(and(eq(callUsers.call_id, call.id), isNull(callUsers.ended_at)))
    .orderBy(asc(callUsers.id));
  const names = new Map(rows.map(({ callUser, name }) => [callUser.id, name]));
  const parties = { call: toCall(call), callUsers: rows.map(({ callUser }) => toCallUser(callUser)) };
  return supervisorsHeardBy(parties, callUserId).map(({ id, type }) => ({
    name: names.get(id) ?? '',
    type: type === 'whisper' ? 'whisper' : 'barge',
  }));
}

/**
 * Writes what the outside will hear of a change into the change's own transaction: nothing is told that was rolled back.
 * An account without a webhook or CRM has no such rows.
 */
import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { newsOfCall, resultWait, type SeenCall } from '../core/outward-news.ts';
import type { Database } from './database.ts';
import { calls, outwardDestinations, outwardEvents } from './schema.ts';

/** Whether the account of a row has a webhook or a CRM. @param row a table, by its name in the statement */
export function isHeard(row: SQL): SQL<boolean> {
  return sql<boolean>`exists (select from ${outwardDestinations} hearer
    where hearer.account_id = ${row}.account_id and hearer.removed_at is null)`;
}

export async function recordNews(
  tx: Database,
  news: readonly (typeof outwardEvents.$inferInsert)[],
): Promise<void> {
  if (news.length > 0) await tx.insert(outwardEvents).values([...news]);
}

/** What a statement that changes a call must return for `recordCall`. */
export const HEARD_CALL = { ...getTableColumns(calls), is_heard: isHeard(sql`${calls}`) };

/** Changes calls; what the outside hears of it is recorded. @returns how many `where` found */
export async function changeCalls(
  tx: Database,
  where: SQL | undefined,
  set: PgUpdateSetSource<typeof calls>,
): Promise<number> {
  const found = await tx.select().from(calls).where(where).for('no key update');
  for (const before of found) {
    const [after] = await tx.update(calls).set(set).where(eq(calls.id, before.id)).returning(HEARD_CALL);
    if (after) await recordCall(tx, before, after);
  }
  return found.length;
}

const keyOf = (callId: number) => `call:${callId}`;

export async function recordCall(
  tx: Database,
  before: SeenCall,
  call: typeof calls.$inferSelect & { readonly is_heard: boolean },
): Promise<void> {
  const { id: call_id, account_id, lead_id, ended_at } = call;
  const type = newsOfCall(before, call);
  if (type === null || ended_at === null || !call.is_heard) return;
  const news = { account_id, type, lead_id, call_id };
  const key = keyOf(call_id);
  if (type === 'call_completed') {
    const due_at = new Date(ended_at.getTime() + resultWait(call));
    await tx
      .insert(outwardEvents)
      .values({ ...news, key, due_at })
      .onConflictDoNothing();
    return;
  }
  // While its end is not told yet, the end is told with it, and at once.
  const brought = await tx
    .update(outwardEvents)
    .set({ due_at: sql`least(${outwardEvents.due_at}, ${ended_at.toISOString()}::timestamptz)` })
    .where(sql`${outwardEvents.key} = ${key} and ${outwardEvents.told_at} is null`)
    .returning({ id: outwardEvents.id });
  if (brought.length === 0) await recordNews(tx, [{ ...news, due_at: ended_at }]);
}

/** A note is told with the end of its call; one that is written later is an update. */
export async function recordNote(tx: Database, callId: number, at: Date): Promise<void> {
  const [told] = await tx
    .select()
    .from(outwardEvents)
    .where(eq(outwardEvents.key, keyOf(callId)))
    .for('update');
  if (!told?.told_at) return;
  const { account_id, lead_id, call_id } = told;
  await recordNews(tx, [{ account_id, type: 'call_updated', lead_id, call_id, due_at: at }]);
}

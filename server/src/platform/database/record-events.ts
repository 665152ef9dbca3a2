// Events are recorded in the transaction of the change, so that a rollback discards them too. Accounts without a
// webhook or CRM get none.
import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { callEventType, resultWaitMs, type VisibleCall } from '../core/webhook-events.ts';
import type { Database } from './database.ts';
import { calls, webhookEndpoints, webhookEvents } from './schema.ts';

/** @param row the table, as named in the statement */
export function hasSubscriber(row: SQL): SQL<boolean> {
  return sql<boolean>`exists (select from ${webhookEndpoints} endpoint
    where endpoint.account_id = ${row}.account_id and endpoint.removed_at is null)`;
}

export async function recordEvents(
  tx: Database,
  events: readonly (typeof webhookEvents.$inferInsert)[],
): Promise<void> {
  if (events.length > 0) await tx.insert(webhookEvents).values([...events]);
}

export const CALL_WITH_SUBSCRIBER = {
  ...getTableColumns(calls),
  has_subscriber: hasSubscriber(sql`${calls}`),
};

/** @returns how many rows matched */
export async function updateCalls(
  tx: Database,
  where: SQL | undefined,
  set: PgUpdateSetSource<typeof calls>,
): Promise<number> {
  const found = await tx.select().from(calls).where(where).for('no key update');
  for (const before of found) {
    const [after] = await tx
      .update(calls)
      .set(set)
      .where(eq(calls.id, before.id))
      .returning(CALL_WITH_SUBSCRIBER);
    if (after) await recordCallEvent(tx, before, after);
  }
  return found.length;
}

const keyOf = (callId: number) => `call:${callId}`;

export async function recordCallEvent(
  tx: Database,
  before: VisibleCall,
  call: typeof calls.$inferSelect & { readonly has_subscriber: boolean },
): Promise<void> {
  const { id: call_id, account_id, lead_id, ended_at } = call;
  const type = callEventType(before, call);
  if (type === null || ended_at === null || !call.has_subscriber) return;
  const event = { account_id, type, lead_id, call_id };
  const key = keyOf(call_id);
  if (type === 'call_completed') {
    const due_at = new Date(ended_at.getTime() + resultWaitMs(call));
    await tx
      .insert(webhookEvents)
      .values({ ...event, key, due_at })
      .onConflictDoNothing();
    return;
  }
  // If call_completed isn't dispatched yet, it's sent now and includes the change.
  const updated = await tx
    .update(webhookEvents)
    .set({ due_at: sql`least(${webhookEvents.due_at}, ${ended_at.toISOString()}::timestamptz)` })
    .where(sql`${webhookEvents.key} = ${key} and ${webhookEvents.told_at} is null`)
    .returning({ id: webhookEvents.id });
  if (updated.length === 0) await recordEvents(tx, [{ ...event, due_at: ended_at }]);
}

/** call_completed includes the notes so far; a later note causes call_updated. */
export async function recordNoteEvent(tx: Database, callId: number, at: Date): Promise<void> {
  const [completed] = await tx
    .select()
    .from(webhookEvents)
    .where(eq(webhookEvents.key, keyOf(callId)))
    .for('update');
  if (!completed?.told_at) return;
  const { account_id, lead_id, call_id } = completed;
  await recordEvents(tx, [{ account_id, type: 'call_updated', lead_id, call_id, due_at: at }]);
}

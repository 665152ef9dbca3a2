/** Every end of a callback without its call: webhooks hear of it. */
import { and, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { type Database, queryRows } from '../platform/database/database.ts';
import { hasSubscriber, recordEvents } from '../platform/database/record-events.ts';
import { scheduledCalls } from '../platform/database/schema.ts';

export type ScheduledCallRow = typeof scheduledCalls.$inferSelect;

/** @returns the canceled ones */
export async function cancelCallbacks(
  tx: Database,
  where: SQL | undefined,
  reason: string,
  now: number,
): Promise<ScheduledCallRow[]> {
  const canceled = await tx
    .update(scheduledCalls)
    .set({ ended_at: new Date(now), cancelled: reason })
    .where(and(where, isNotNull(scheduledCalls.callback_by), isNull(scheduledCalls.ended_at)))
    .returning();
  for (const row of canceled) await recordCallbackEvent(tx, 'callback_canceled', row, now);
  return canceled;
}

export async function recordCallbackEvent(
  tx: Database,
  type: 'callback_scheduled' | 'callback_changed' | 'callback_canceled',
  { id, account_id, lead_id }: ScheduledCallRow,
  now: number,
): Promise<void> {
  const [account] = await queryRows<{ subscribed: boolean }>(
    tx,
    sql`select ${hasSubscriber(sql`scheduled`)} as subscribed from ${scheduledCalls} scheduled where id = ${id}`,
  );
  if (account?.subscribed !== true) return;
  await recordEvents(tx, [{ account_id, type, lead_id, data: { callback_id: id }, due_at: new Date(now) }]);
}

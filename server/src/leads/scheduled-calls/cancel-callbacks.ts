/** Every end of a callback without its call: webhooks and the audit log hear of it. */
import { and, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { type Database, queryRows } from '../../platform/database/database.ts';
import { hasSubscriber, recordEvents } from '../../platform/database/record-events.ts';
import { auditLog, scheduledCalls } from '../../platform/database/schema.ts';

export type ScheduledCallRow = typeof scheduledCalls.$inferSelect;

/**
 * By another change, such as of the do-not-call list.
 * @param by its user; null: a lead's text, or a time that has come
 * @returns the users whose callbacks they were
 */
export async function cancelCallbacks(
  tx: Database,
  where: SQL | undefined,
  reason: string,
  now: number,
  by: number | null = null,
): Promise<number[]> {
  const canceled = await endCallbacks(tx, where, reason, now);
  if (canceled.length === 0) return [];
  const entry = { user_id: by, action: 'callbacks cancel', at: new Date(now) };
  await tx
    .insert(auditLog)
    .values(canceled.map((row) => ({ ...entry, account_id: row.account_id, subject: callbackSubject(row) })));
  return canceled.flatMap(({ callback_by }) => callback_by ?? []);
}

export function callbackSubject({ lead_id }: Pick<ScheduledCallRow, 'lead_id'>): string {
  return `lead ${lead_id}: callback`;
}

/** The caller writes the audit log. @returns the canceled ones */
export async function endCallbacks(
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

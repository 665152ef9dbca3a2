import { getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { leadEventType, type VisibleLead } from '../platform/core/webhook-events.ts';
import type { Database } from '../platform/database/database.ts';
import { hasSubscriber, recordEvents } from '../platform/database/record-events.ts';
import { leads } from '../platform/database/schema.ts';
import type { Crm } from './core/crm-names.ts';

/** @param source the CRM that made the change @returns ids of the leads that match `where` */
export async function changeLeads(
  tx: Database,
  where: SQL | undefined,
  set: PgUpdateSetSource<typeof leads>,
  source: Crm | null = null,
): Promise<readonly number[]> {
  const found = await tx
    .select({ ...getTableColumns(leads), has_subscriber: hasSubscriber(sql`${leads}`) })
    .from(leads)
    .where(where)
    .for('no key update');
  const ids = found.map(({ id }) => id);
  if (ids.length === 0) return ids;
  const changed = new Map(
    (await tx.update(leads).set(set).where(inArray(leads.id, ids)).returning()).map((lead) => [
      lead.id,
      lead,
    ]),
  );
  for (const before of found) {
    const after = changed.get(before.id);
    if (after && before.has_subscriber) await recordLeadChange(tx, before, after, source);
  }
  return ids;
}

/** @param before null for a new lead */
export async function recordLeadChange(
  tx: Database,
  before: VisibleLead | null,
  after: VisibleLead & Pick<typeof leads.$inferSelect, 'id' | 'account_id' | 'updated_at'>,
  source: Crm | null,
): Promise<void> {
  const type = leadEventType(before, after);
  if (type === null) return;
  const { id, account_id, updated_at } = after;
  await recordEvents(tx, [{ account_id, type, lead_id: id, due_at: updated_at, source }]);
}

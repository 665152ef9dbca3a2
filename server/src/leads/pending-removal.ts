/** A removal blocks calls even while it can still be undone. */
import { type SQL, sql } from 'drizzle-orm';
import { type Database, queryRows } from '../platform/database/database.ts';
import { calls, callUsers } from '../platform/database/schema.ts';

export function pendingRemoval(leadId: SQL): SQL {
  return sql`exists (select from ${callUsers} part join ${calls} given on given.id = part.call_id
    where part.result_settles_at is not null and part.result = 'removed' and given.lead_id = ${leadId})`;
}

export async function hasPendingRemoval(db: Database, leadId: number): Promise<boolean> {
  const [row] = await queryRows<{ is: boolean }>(
    db,
    sql`select ${pendingRemoval(sql`${leadId}::bigint`)} as is`,
  );
  return row?.is ?? false;
}

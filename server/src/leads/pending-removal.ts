/** A removal blocks calls even while it can still be undone. */
import { type SQL, sql } from 'drizzle-orm';
import { type Database, queryRows } from '../platform/database/database.ts';
import { calls, callUsers } from '../platform/database/schema.ts';

export function pendingRemoval(leadId: SQL): SQL {
  return sql`exists (select from ${callUsers} call_user join ${calls} call on call.id = call_user.call_id
    where call_user.result_settles_at is not null and call_user.result = 'removed' and call.lead_id = ${leadId})`;
}

export async function hasPendingRemoval(db: Database, leadId: number): Promise<boolean> {
  const [row] = await queryRows<{ pending: boolean }>(
    db,
    sql`select ${pendingRemoval(sql`${leadId}::bigint`)} as pending`,
  );
  return row?.pending ?? false;
}

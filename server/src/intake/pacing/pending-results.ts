/** A lead's due calls wait until the result of the last call can't be undone: it may end them. */
import { type SQL, sql } from 'drizzle-orm';
import { type Database, queryRows } from '../../platform/database/database.ts';
import { type QueryTime, queryTime } from '../../platform/database/query-time.ts';
import { calls, callUsers, presence } from '../../platform/database/schema.ts';
import type { Clock } from '../../platform/process/clock.ts';

/** How long a lead waits for an agent who left Call Result open. */
export const RESULT_WAIT_MS = 15 * 60_000;

/** Leads whose result can still be undone, or hasn't been chosen by an agent who is still at it. */
function leadsWithPendingResult(accountId: number, { now, presenceCutoff }: QueryTime): SQL {
  const iso = (at: number) => sql`${new Date(at).toISOString()}::timestamptz`;
  return sql`(select call.lead_id from ${callUsers} settling join ${calls} call on call.id = settling.call_id
      where settling.result_settles_at is not null and call.account_id = ${accountId} and call.lead_id is not null
    union all
    select call.lead_id from ${presence} phone join ${callUsers} part on part.id = phone.call_user_id
      join ${calls} call on call.id = part.call_id
      where phone.renewed_at > ${iso(presenceCutoff)} and part.accepted_at is not null and part.result is null
        and part.ended_at > ${iso(now - RESULT_WAIT_MS)}
        and call.account_id = ${accountId} and call.lead_id is not null)`;
}

export function hasNoPendingResult(leadId: SQL, accountId: number, time: QueryTime): SQL {
  return sql`${leadId} not in ${leadsWithPendingResult(accountId, time)}`;
}

/** The transaction must hold the lock on the lead's row. */
export async function hasPendingResult(
  { clock }: { readonly clock: Clock },
  tx: Database,
  lead: { readonly id: number; readonly account_id: number },
): Promise<boolean> {
  const [row] = await queryRows<{ pending: boolean }>(
    tx,
    sql`select ${lead.id}::bigint in ${leadsWithPendingResult(lead.account_id, queryTime(clock))} as pending`,
  );
  return row?.pending === true;
}

// Undoing an import deletes the leads that it created, unless anything else has happened to them since.
import { type SQL, sql } from 'drizzle-orm';
import { english } from '../../platform/core/sentences.ts';
import { type Database, queryRows, retryOnConflict, transaction } from '../../platform/database/database.ts';
import type { DatabaseAndClock } from '../../platform/database/query-time.ts';
import {
  calls,
  crmContacts,
  leadConsents,
  leadImportLines,
  leadImportPlans,
  leads,
  messages,
  scheduledCalls,
  webhookEvents,
} from '../../platform/database/schema.ts';
import { type Claim, lockClaim } from './plan-claims.ts';

/** In the audit log. */
export const UNDO_ACTION = 'leads import undo';
export const subjectOf = (importId: number): string => `file ${importId}`;

const LINES_PER_BATCH = 500;

const createdLeads = (importId: number) =>
  sql`(select lead_id from ${leadImportLines} where import_id = ${importId} and created_lead and lead_id is not null)`;

/** Before the leads are removed, so that none of them is called while others are removed. */
export async function cancelImportedCalls(
  tx: Database,
  importId: number,
  startedAt: Date,
  now: number,
): Promise<void> {
  await tx.execute(
    sql`update ${scheduledCalls} set ended_at = ${new Date(now).toISOString()}::timestamptz,
        cancelled = ${english({ id: 'schedule.importCanceled' })}
      where ended_at is null and callback_by is null and requested_at = ${startedAt.toISOString()}::timestamptz
        and lead_id in ${createdLeads(importId)}`,
  );
}

/** Of the leads that it created and that are still there. */
export async function readCalled(
  db: Database,
  importId: number,
): Promise<{ readonly hasLeads: boolean; readonly hasCalls: boolean }> {
  const [row] = await queryRows<{ hasLeads: boolean; hasCalls: boolean }>(
    db,
    sql`select exists ${createdLeads(importId)} as "hasLeads",
      exists (select from ${calls} where lead_id in ${createdLeads(importId)}) as "hasCalls"`,
  );
  return row ?? { hasLeads: false, hasCalls: false };
}

/** @returns whether lines are left @throws LeaseLost */
export function removeNextLeads({ db, clock }: DatabaseAndClock, claim: Claim): Promise<boolean> {
  const now = clock.now();
  return retryOnConflict(() =>
    transaction(db, async (tx) => {
      const { last_line } = await lockClaim(tx, claim, now);
      const [next] = await queryRows<{ last: number | null }>(
        tx,
        sql`select max(line) as last from (select line from ${leadImportLines}
          where import_id = ${claim.importId} and line > ${last_line} order by line limit ${LINES_PER_BATCH}) next`,
      );
      const last = next?.last ?? null;
      if (last === null) return false;
      await removeUntouched(
        tx,
        claim.importId,
        sql`line.line > ${last_line}::integer and line.line <= ${last}::integer`,
      );
      await tx.execute(
        sql`update ${leadImportPlans} set last_line = ${last}, attempts = 0 where import_id = ${claim.importId}`,
      );
      return true;
    }),
  );
}

async function removeUntouched(tx: Database, importId: number, lines: SQL): Promise<void> {
  // The lock keeps others from adding a call or a text to the lead before it is gone.
  const found = await queryRows<{ id: string | number }>(
    tx,
    sql`select lead.id from ${leads} lead
      where lead.id in (select line.lead_id from ${leadImportLines} line
          where line.import_id = ${importId} and line.created_lead and ${lines})
        and lead.version = 1 and lead.updated_at = lead.created_at
      order by lead.id for update`,
  );
  if (found.length === 0) return;
  const locked = sql`any (${`{${found.map(({ id }) => id).join()}}`}::bigint[])`;
  const untouched = await queryRows<{ id: string | number }>(
    tx,
    sql`select lead.id from ${leads} lead where lead.id = ${locked}
      and not exists (select from ${calls} one where one.lead_id = lead.id)
      and not exists (select from ${messages} one where one.lead_id = lead.id)
      and not exists (select from ${scheduledCalls} one where one.lead_id = lead.id and one.callback_by is not null)
      and not exists (select from ${leadImportLines} one where one.lead_id = lead.id and one.import_id <> ${importId})`,
  );
  if (untouched.length === 0) return;
  const ids = sql`any (${`{${untouched.map(({ id }) => id).join()}}`}::bigint[])`;
  for (const table of [scheduledCalls, leadConsents, crmContacts, webhookEvents])
    await tx.execute(sql`delete from ${table} where lead_id = ${ids}`);
  await tx.execute(
    sql`update ${leadImportLines} set lead_id = null, outcome = 'removed', scheduled_for = null,
        reason = ${english({ id: 'import.removed' })}
      where import_id = ${importId} and lead_id = ${ids}`,
  );
  await tx.execute(sql`delete from ${leads} where id = ${ids}`);
}

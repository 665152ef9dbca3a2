import { sql } from 'drizzle-orm';
import { type Database, queryRows } from '../../platform/database/database.ts';
import {
  leadImportLines,
  leadImportPlans,
  leadImports,
  scheduledCalls,
} from '../../platform/database/schema.ts';

/** The first call of a lead that an import added. */
export interface ImportedCall {
  /** The time that the import's user chose, at the lead; null: as soon as an agent is free. */
  readonly start: { readonly date: string; readonly minute: number } | null;
}

/** Of these scheduled calls, those whose import goes on or is complete. */
export async function readImportedCalls(
  db: Database,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ImportedCall>> {
  if (ids.length === 0) return new Map();
  // An import through the API has no plan: its calls were scheduled while it ran.
  const rows = await queryRows<{ id: string | number; date: string | null; minute: number | null }>(
    db,
    sql`select call.id, case when plan.calls = 'at' then plan.call_date end as date, plan.call_minute as minute
      from ${scheduledCalls} call
      join ${leadImportLines} line on line.lead_id = call.lead_id
      join ${leadImports} file on file.id = line.import_id and file.account_id = call.account_id
      left join ${leadImportPlans} plan on plan.import_id = file.id
      where call.id = any (${`{${ids.join()}}`}::bigint[]) and file.status in ('running', 'complete')
        and case when plan.import_id is null
          then line.scheduled_for is not null and call.intake_key is null
            and call.created_at >= file.created_at and (file.ended_at is null or call.created_at <= file.ended_at)
          else line.created_lead and plan.calls <> 'none' and call.requested_at = plan.started_at end`,
  );
  return new Map(
    rows.map(({ id, date, minute }) => [
      Number(id),
      { start: date === null ? null : { date, minute: minute ?? 0 } },
    ]),
  );
}

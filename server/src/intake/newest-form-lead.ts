import type { ReceivedLead } from '@offhook/contract/console/integration-entities';
import { TEST_LEAD_FORM } from '@offhook/contract/console/leads/test-lead';
import { and, desc, eq, isNotNull, isNull, notExists, or, sql } from 'drizzle-orm';
import type { Database } from '../platform/database/database.ts';
import { leadImportLines, leadImports, leads } from '../platform/database/schema.ts';

/** An account with only imported leads would otherwise read all of them. */
const NEWEST_LEADS = 20_000;

/** Shows that an account's form or CRM is connected: neither a test nor a file sent the lead last. */
export async function readNewestFormLead(db: Database, accountId: number): Promise<ReceivedLead | null> {
  const newest = db
    .select({ id: leads.id, label: leads.label, form: leads.form, receivedAt: leads.form_at })
    .from(leads)
    .where(and(eq(leads.account_id, accountId), isNull(leads.erased_at)))
    .orderBy(desc(leads.id))
    .limit(NEWEST_LEADS)
    .as('newest');
  // A lead of a file may send a form before or after the import.
  const importOf = db
    .select({ id: leadImports.id })
    .from(leadImportLines)
    .innerJoin(leadImports, eq(leadImports.id, leadImportLines.import_id))
    .where(
      and(
        eq(leadImportLines.lead_id, newest.id),
        sql`${newest.receivedAt} between ${leadImports.created_at} and coalesce(${leadImports.ended_at}, 'infinity')`,
      ),
    );
  const [lead] = await db
    .select({ id: newest.id, label: newest.label, receivedAt: newest.receivedAt })
    .from(newest)
    .where(
      and(
        isNotNull(newest.receivedAt),
        or(isNull(newest.form), sql`${newest.form} <> ${TEST_LEAD_FORM}`),
        notExists(importOf),
      ),
    )
    .orderBy(desc(newest.receivedAt))
    .limit(1);
  if (!lead?.receivedAt) return null;
  return { id: lead.id, label: lead.label, received_at: lead.receivedAt.toISOString() };
}

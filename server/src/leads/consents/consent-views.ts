import type { ConsoleConsent, ConsoleWithdrawal } from '@offhook/contract/console/leads/lead-entities';
import { and, desc, eq, or, sql } from 'drizzle-orm';
import { pick } from '../../platform/core/pick.ts';
import type { Database } from '../../platform/database/database.ts';
import { apiKeys, auditLog, leadConsents, type leads } from '../../platform/database/schema.ts';
import { findWithdrawals } from '../core/consent/consent.ts';

const MAX_CONSENTS = 50;

export async function readConsents(db: Database, leadId: number): Promise<ConsoleConsent[]> {
  const rows = await db
    .select({ consent: leadConsents, apiKey: apiKeys.name })
    .from(leadConsents)
    .leftJoin(apiKeys, eq(apiKeys.id, leadConsents.api_key_id))
    .where(eq(leadConsents.lead_id, leadId))
    .orderBy(desc(leadConsents.id))
    .limit(MAX_CONSENTS);
  return rows.map(({ consent, apiKey }) => ({
    ...pick(consent, 'id', 'channel', 'text', 'method', 'source_url', 'ip', 'user_agent'),
    given_at: consent.given_at.toISOString(),
    api_key: apiKey,
    created_at: consent.created_at.toISOString(),
  }));
}

/** @param listedAt null if the number isn't on the do-not-call list */
export async function readWithdrawals(
  db: Database,
  lead: typeof leads.$inferSelect,
  listedAt: Date | null,
): Promise<ConsoleWithdrawal[]> {
  const isMarked = lead.do_not_call && lead.stopped_at === null;
  const found = findWithdrawals({
    doNotCall: lead.do_not_call,
    stoppedAt: lead.stopped_at?.getTime() ?? null,
    removedAt: lead.removed_at?.getTime() ?? null,
    markedAt: isMarked ? await readMarkedAt(db, lead) : null,
    listedAt: listedAt?.getTime() ?? null,
  });
  return found.map(({ how, at }) => ({ how, at: at === null ? null : new Date(at).toISOString() }));
}

/** The lead's row has no time for this flag, so it comes from the audit log. */
async function readMarkedAt(
  db: Database,
  { id, account_id }: Pick<typeof leads.$inferSelect, 'id' | 'account_id'>,
): Promise<number | null> {
  const [row] = await db
    .select({ at: auditLog.at })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.account_id, account_id),
        or(
          eq(auditLog.subject, `lead ${id}: do not call on`),
          sql`${auditLog.subject} like ${`lead ${id}: %do\\_not\\_call%`}`,
        ),
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(1);
  return row?.at.getTime() ?? null;
}

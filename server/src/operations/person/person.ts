import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { ChangeContext } from '../../accounts/settings/change.ts';
import { findListing } from '../../leads/do-not-call/do-not-call.ts';
import { english } from '../../platform/core/sentences.ts';
import type { Database } from '../../platform/database/database.ts';
import { calls, effects, leadImportLines, leadImports, leads } from '../../platform/database/schema.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { erase, type Person } from './erasure.ts';

export type PersonKey = { readonly leadId: number } | { readonly phoneNumber: string };

export type FoundPerson = Omit<Person, 'calls'> & {
  readonly calls: readonly (typeof calls.$inferSelect)[];
};

/** No call to the person can start until the transaction ends. Null if nothing is stored, not even a listed number. */
export async function findPerson(
  tx: Database,
  accountId: number,
  key: PersonKey,
): Promise<FoundPerson | null> {
  const matchesKey = 'leadId' in key ? eq(leads.id, key.leadId) : eq(leads.phone_number, key.phoneNumber);
  const isPerson = and(eq(leads.account_id, accountId), matchesKey);
  // Lock order: the lead, then its scheduled calls. Waits for one that is being started.
  const [lead] = await tx.select().from(leads).where(isPerson).for('update');
  if (!lead && 'leadId' in key) return null;
  const number = 'phoneNumber' in key ? key.phoneNumber : (lead?.phone_number ?? '');
  // An erased lead has no number.
  const phoneNumber = number.startsWith('+') ? number : null;
  const rows = await tx
    .select()
    .from(calls)
    .where(
      and(
        eq(calls.account_id, accountId),
        or(
          lead ? eq(calls.lead_id, lead.id) : undefined,
          phoneNumber === null ? undefined : eq(calls.phone_number, phoneNumber),
        ),
      ),
    )
    .orderBy(asc(calls.id));
  const isStored =
    lead || rows.length > 0 || (phoneNumber !== null && (await findListing(tx, accountId, phoneNumber)));
  return isStored ? { accountId, phoneNumber, lead: lead ?? null, calls: rows } : null;
}

/** Effects delete files and copies at the provider after the commit. @throws ApiError personInCall, personInFile */
export async function erasePerson({ tx, at }: ChangeContext, person: FoundPerson) {
  if (await isInCall(tx, person)) throw new ApiError('personInCall');
  if (await hasRunningImport(tx, person.accountId)) throw new ApiError('personInFile');
  await forgetFileRows(tx, person);
  const { files, ...kept } = await erase(tx, person, new Date(at), english({ id: 'schedule.erased' }));
  const counts = {
    calls: person.calls.length,
    notes: kept.notes.length,
    messages: kept.messages.length,
    recordings: kept.recordings.length,
    routing_decisions: kept.routing_decisions.length,
    import_lines: kept.import_lines.length,
    outward_events: kept.outward_events.length,
  };
  const isListed =
    person.phoneNumber !== null && (await findListing(tx, person.accountId, person.phoneNumber)) !== null;
  return { counts, files, isListed, subject: auditSubject(person, 'erased') };
}

/** Names only the lead's ID, because the audit log must not contain personal data. */
export function auditSubject({ lead }: FoundPerson, action: string): string {
  return `lead ${lead?.id ?? '-'}: ${action}`;
}

/** Add Lead can move a call to another lead while this person is still on it. */
async function isInCall(
  tx: Database,
  { accountId, phoneNumber, calls: personCalls }: FoundPerson,
): Promise<boolean> {
  if (personCalls.some(({ ended_at }) => ended_at === null)) return true;
  if (phoneNumber === null) return false;
  const [other] = await tx
    .select({ id: calls.id })
    .from(calls)
    .innerJoin(effects, eq(effects.call_id, calls.id))
    .where(
      and(
        eq(calls.account_id, accountId),
        isNull(calls.ended_at),
        sql`${effects.payload} #>> '{added,replacedNumber}' = ${phoneNumber}`,
      ),
    )
    .limit(1);
  return other !== undefined;
}

/** Files that wait for their start, and rejected rows that are kept for download. */
async function forgetFileRows(tx: Database, { accountId, phoneNumber, lead }: FoundPerson): Promise<void> {
  const ofAccount = tx
    .select({ id: leadImports.id })
    .from(leadImports)
    .where(eq(leadImports.account_id, accountId));
  await tx
    .delete(leadImports)
    .where(and(eq(leadImports.account_id, accountId), eq(leadImports.status, 'draft')));
  // Numbers are written in many ways, but all end with the same digits.
  const digits = phoneNumber?.replace(/\D/g, '').slice(-COMPARED_DIGITS) ?? '';
  const text = sql`${leadImportLines.cells}::text`;
  const conditions = [
    ...(digits.length === COMPARED_DIGITS
      ? [sql`position(${digits} in regexp_replace(${text}, '[^0-9]', '', 'g')) > 0`]
      : []),
    ...(lead?.email ? [sql`position(${lead.email.toLowerCase()} in lower(${text})) > 0`] : []),
  ];
  if (conditions.length === 0) return;
  await tx
    .update(leadImportLines)
    .set({ cells: null })
    .where(and(inArray(leadImportLines.import_id, ofAccount), or(...conditions)));
}

/** Without country and, where numbers are long, area. */
const COMPARED_DIGITS = 7;

/** A running import may contain the person and would store them again. */
async function hasRunningImport(tx: Database, accountId: number): Promise<boolean> {
  const [row] = await tx
    .select({ id: leadImports.id })
    .from(leadImports)
    .where(
      and(
        eq(leadImports.account_id, accountId),
        isNull(leadImports.ended_at),
        inArray(leadImports.status, ['receiving', 'running', 'paused', 'removing']),
      ),
    )
    .limit(1);
  return row !== undefined;
}

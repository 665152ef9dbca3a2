/** One person of an account, found by their lead or their number, and erased when nothing of them is under way. */
import { and, asc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { ChangeContext } from '../../accounts/settings/change.ts';
import { listingOf } from '../../leads/do-not-call.ts';
import type { Database } from '../../platform/database/database.ts';
import { calls, effects, leadImports, leads, scheduledCalls } from '../../platform/database/schema.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { erase, type Person } from './erasure.ts';

export type PersonName = { readonly leadId: number } | { readonly phoneNumber: string };

export type FoundPerson = Omit<Person, 'calls'> & {
  readonly calls: readonly (typeof calls.$inferSelect)[];
};

/**
 * Holds the person's rows until the transaction ends: no call to them begins meanwhile. `null`: nothing is kept.
 * A number on the do-not-call list alone is something that is kept.
 */
export async function findPerson(
  tx: Database,
  accountId: number,
  name: PersonName,
): Promise<FoundPerson | null> {
  const isNamed = 'leadId' in name ? eq(leads.id, name.leadId) : eq(leads.phone_number, name.phoneNumber);
  const named = and(eq(leads.account_id, accountId), isNamed);
  // A promised call that is being made at this moment is made before, or not at all. In the order of who makes it.
  await tx
    .select({ id: scheduledCalls.id })
    .from(scheduledCalls)
    .innerJoin(leads, eq(leads.id, scheduledCalls.lead_id))
    .where(named)
    .orderBy(asc(scheduledCalls.id))
    .for('update', { of: scheduledCalls });
  const [lead] = await tx.select().from(leads).where(named).for('update');
  if (!lead && 'leadId' in name) return null;
  const number = 'phoneNumber' in name ? name.phoneNumber : (lead?.phone_number ?? '');
  // One that was erased has none.
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
  const isKept =
    lead || rows.length > 0 || (phoneNumber !== null && (await listingOf(tx, accountId, phoneNumber)));
  return isKept ? { accountId, phoneNumber, lead: lead ?? null, calls: rows } : null;
}

/**
 * Erases a person, here and at the provider; files go after the transaction, by rows that order it.
 * @throws Refusal personInCall, personInFile
 */
export async function erasePerson({ tx, at }: ChangeContext, person: FoundPerson) {
  if (await isInCall(tx, person)) throw new ApiError('personInCall');
  if (await isTakingFilesIn(tx, person.accountId)) throw new ApiError('personInFile');
  const { files, ...kept } = await erase(tx, person, new Date(at), 'The person was erased');
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
    person.phoneNumber !== null && (await listingOf(tx, person.accountId, person.phoneNumber)) !== null;
  return { counts, files, isListed, subject: subjectOf(person, 'erased') };
}

/** For the audit log: by the id, never by the name or the number. */
export function subjectOf({ lead }: FoundPerson, what: string): string {
  return `lead ${lead?.id ?? '-'}: ${what}`;
}

/** Also in one that has become another lead's: by 'Add Lead' both are on the line. */
async function isInCall(
  tx: Database,
  { accountId, phoneNumber, calls: theirs }: FoundPerson,
): Promise<boolean> {
  if (theirs.some(({ ended_at }) => ended_at === null)) return true;
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

/** A file that is being taken in may hold the person, who would be there again. */
async function isTakingFilesIn(tx: Database, accountId: number): Promise<boolean> {
  const [row] = await tx
    .select({ id: leadImports.id })
    .from(leadImports)
    .where(
      and(
        eq(leadImports.account_id, accountId),
        isNull(leadImports.ended_at),
        isNotNull(leadImports.claimed_until),
      ),
    )
    .limit(1);
  return row !== undefined;
}

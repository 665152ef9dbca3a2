/** What is kept of one person, by their phone number: handed out, or erased. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { and, asc, eq, isNotNull, isNull, or } from 'drizzle-orm';
import { erase, keptOf, type Person } from '../services/erasure.ts';
import type { Database } from '../store/database.ts';
import { calls, leadImports, leads, plannedCalls } from '../store/schema.ts';
import { ACCOUNT } from './accounts.ts';
import { AdminError, type Command, type Context } from './command.ts';
import { NUMBER, numberIn } from './leads.ts';

async function personOf(
  context: Context,
): Promise<Omit<Person, 'calls'> & { readonly calls: readonly (typeof calls.$inferSelect)[] }> {
  const { tx } = context;
  const { account, phone } = await numberIn(context);
  const [lead] = await tx
    .select()
    .from(leads)
    .where(and(eq(leads.account_id, account.id), eq(leads.phone_number, phone)));
  // A promised call that is being made at this moment is made before, or not at all.
  if (lead)
    await tx
      .select({ id: plannedCalls.id })
      .from(plannedCalls)
      .where(eq(plannedCalls.lead_id, lead.id))
      .for('update');
  const theirs = lead
    ? or(eq(calls.lead_id, lead.id), eq(calls.phone_number, phone))
    : eq(calls.phone_number, phone);
  const rows = await tx
    .select()
    .from(calls)
    .where(and(eq(calls.account_id, account.id), theirs))
    .orderBy(asc(calls.id));
  if (!lead && rows.length === 0) throw new AdminError('Nothing is kept of this number in this account.');
  return { accountId: account.id, phone, lead: lead ?? null, calls: rows };
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

export const PERSON_COMMANDS: readonly Command[] = [
  {
    name: 'person export',
    summary: 'All that is kept of a person, best with --json; recordings by their files',
    options: { account: ACCOUNT, number: NUMBER },
    run: async (context) => {
      const person = await personOf(context);
      const kept = await keptOf(context.tx, person);
      return {
        // Reading a person's data is something to answer for, too.
        change: { accountId: person.accountId, subject: `lead ${person.lead?.id ?? '-'}: exported` },
        shown: {
          phone_number: person.phone,
          lead: person.lead,
          calls: person.calls,
          ...kept,
          // Where a file can be read as it is, and where it is played in any case.
          recordings: kept.recordings.map(({ path, ...row }) => ({
            ...row,
            file:
              path === null || row.storage !== 'folder' || row.key_id !== null
                ? null
                : join(context.recordingsFolder, path),
            address: path === null ? null : `/api/v1/recordings/${row.id}.wav`,
          })),
        },
      };
    },
  },
  {
    name: 'person erase',
    summary:
      'Erases a person: names, number, notes, texts, recordings, here and at the provider. Calls stay as counts of nobody',
    options: {
      account: ACCOUNT,
      number: NUMBER,
      yes: { type: 'flag', help: 'it cannot be undone, and I mean it', required: true },
    },
    run: async (context) => {
      const { tx } = context;
      const person = await personOf(context);
      if (person.calls.some(({ ended_at }) => ended_at === null))
        throw new AdminError('This person is in a call right now. Try again after it.');
      if (await isTakingFilesIn(tx, person.accountId))
        throw new AdminError('A file of leads is being taken in for this account. Try again after it.');
      const kept = await erase(tx, person, new Date(context.now), 'The person was erased');
      // At once, where the product does not run; the rows that order it come in any case.
      const files = kept.files.flatMap(({ storage, path }) =>
        storage === 'folder' ? [join(context.recordingsFolder, path)] : [],
      );
      context.afterwards.push(() => {
        for (const file of files) rmSync(file, { force: true });
      });
      return {
        change: { accountId: person.accountId, subject: `lead ${person.lead?.id ?? '-'}: erased` },
        shown: {
          lead: person.lead?.id ?? null,
          calls: person.calls.length,
          notes: kept.notes.length,
          messages: kept.messages.length,
          recordings: kept.recordings.length,
          routing_decisions: kept.routing_decisions.length,
          import_lines: kept.import_lines.length,
          outward_events: kept.outward_events.length,
        },
      };
    },
  },
];

/** What is kept of one person, by their phone number or the id of their lead: handed out, or erased. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { findPerson } from '../operations/person/person.ts';
import { leads } from '../platform/database/schema.ts';
import { AdminError, type Command, type Context, type Option } from './command.ts';
import { NUMBER, numberIn } from './leads.ts';
import { operationCommand } from './operation-command.ts';

const WHO: Readonly<Record<string, Option>> = {
  account: { type: 'number', help: 'the account’s id, with --number' },
  number: { type: 'text', help: NUMBER.help },
  lead: { type: 'number', help: 'the id of the person’s lead, instead of account and number' },
};

async function personOf(context: Context) {
  const { tx } = context;
  const leadId = context.number('lead');
  if (leadId === undefined) {
    if (context.number('account') === undefined || context.text('number') === undefined)
      throw new AdminError('Say who: --account and --number, or --lead.');
    const { account_id, phone_number: phoneNumber } = await numberIn(context);
    const person = await findPerson(tx, account_id, { phoneNumber });
    if (!person) throw new AdminError('Nothing is kept of this number in this account.');
    return { account_id, person };
  }
  const [lead] = await tx.select({ account_id: leads.account_id }).from(leads).where(eq(leads.id, leadId));
  const person = lead ? await findPerson(tx, lead.account_id, { leadId }) : null;
  if (!person) throw new AdminError(`There is no lead ${leadId}.`);
  return { account_id: person.accountId, person };
}

export const PERSON_COMMANDS: readonly Command[] = [
  operationCommand('person export', {
    summary: 'All that is kept of a person, best with --json; recordings by their files',
    options: WHO,
    on: personOf,
    input: (_, { person }) => person,
    shown: ({ outcome: { document, kept }, context }) => ({
      ...document,
      // Where a file can be read as it is, and where it is played in any case.
      recordings: document.recordings.map((shown, at) => {
        const row = kept.recordings[at];
        const isPlain = row?.storage === 'folder' && row.key_id === null && row.path !== null;
        return { ...shown, file: isPlain ? join(context.recordingsFolder, row.path ?? '') : null };
      }),
    }),
  }),
  operationCommand('person erase', {
    summary:
      'Erases a person: names, number, notes, texts, recordings, here and at the provider. Calls stay as counts',
    options: {
      ...WHO,
      yes: { type: 'flag', help: 'it cannot be undone, and I mean it', required: true },
    },
    on: personOf,
    input: (_, { person }) => person,
    shown({ on: { person }, outcome: { counts, files, isListed }, context }) {
      // At once, where the product does not run; the rows that order it come in any case.
      const inFolder = files.flatMap(({ storage, path }) =>
        storage === 'folder' ? [join(context.recordingsFolder, path)] : [],
      );
      context.afterwards.push(() => {
        for (const file of inFolder) rmSync(file, { force: true });
      });
      return { lead: person.lead?.id ?? null, ...counts, number_stays_listed: isListed };
    },
  }),
];

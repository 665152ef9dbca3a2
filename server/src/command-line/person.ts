import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { findPerson } from '../operations/person/person.ts';
import { leads } from '../platform/database/schema.ts';
import { AdminError, type Command, type Context, type Option } from './command.ts';
import { NUMBER, readNumberArgument } from './leads.ts';
import { operationCommand } from './operation-command.ts';

const PERSON_OPTIONS: Readonly<Record<string, Option>> = {
  account: { type: 'number', help: 'ID of the account, with --number' },
  number: { type: 'text', help: NUMBER.help },
  lead: { type: 'number', help: 'ID of the person’s lead, instead of account and number' },
};

async function findPersonFromOptions(context: Context) {
  const { tx } = context;
  const leadId = context.number('lead');
  if (leadId === undefined) {
    if (context.number('account') === undefined || context.text('number') === undefined)
      throw new AdminError('Identify the person with --account and --number, or with --lead.');
    const { account_id, phone_number: phoneNumber } = await readNumberArgument(context);
    const person = await findPerson(tx, account_id, { phoneNumber });
    if (!person) throw new AdminError('There is no data for this number in this account.');
    return { account_id, person };
  }
  const [lead] = await tx.select({ account_id: leads.account_id }).from(leads).where(eq(leads.id, leadId));
  const person = lead ? await findPerson(tx, lead.account_id, { leadId }) : null;
  if (!person) throw new AdminError(`There is no lead ${leadId}.`);
  return { account_id: person.accountId, person };
}

export const PERSON_COMMANDS: readonly Command[] = [
  operationCommand('person export', {
    summary: 'Export all data about a person, best with --json; recordings are listed with their file paths',
    options: PERSON_OPTIONS,
    find: findPersonFromOptions,
    input: (_, { person }) => person,
    output: ({ outcome: { document, personalRows }, context }) => ({
      ...document,
      // Only unencrypted files in the data folder are listed with a path.
      recordings: document.recordings.map((recording, at) => {
        const row = personalRows.recordings[at];
        const isPlain = row?.storage === 'folder' && row.key_id === null && row.path !== null;
        return { ...recording, file: isPlain ? join(context.recordingsFolder, row.path ?? '') : null };
      }),
    }),
  }),
  operationCommand('person erase', {
    summary: 'Erase a person’s data here and at the provider; calls are kept as anonymous counts',
    options: {
      ...PERSON_OPTIONS,
      yes: { type: 'flag', help: 'confirm; this cannot be undone', required: true },
    },
    find: findPersonFromOptions,
    input: (_, { person }) => person,
    output({ entity: { person }, outcome: { counts, files, isListed }, context }) {
      // Deletes the files now, in case the server isn't running. Effects delete them too.
      const inFolder = files.flatMap(({ storage, path }) =>
        storage === 'folder' ? [join(context.recordingsFolder, path)] : [],
      );
      context.onCommit.push(() => {
        for (const file of inFolder) rmSync(file, { force: true });
      });
      return { lead: person.lead?.id ?? null, ...counts, number_stays_listed: isListed };
    },
  }),
];

import { createReadStream, existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { and, desc, eq, sql } from 'drizzle-orm';
import { readConsents } from '../leads/consents/consent-views.ts';
import { addToDoNotCallList } from '../leads/do-not-call/do-not-call.ts';
import { readNumbers } from '../leads/do-not-call/do-not-call-files.ts';
import { readEntriesAfter } from '../leads/do-not-call/do-not-call-view.ts';
import { pick } from '../platform/core/pick.ts';
import { isAccountRow } from '../platform/database/account-rows.ts';
import { leads, teams } from '../platform/database/schema.ts';
import { hasTextOrNumber } from '../platform/database/text-search.ts';
import { readNumber } from '../platform/phone-numbers/phone-numbers.ts';
import { parseTimeZone } from './accounts.ts';
import { AdminError, type Command, type Context, type Option } from './command.ts';
import {
  ACCOUNT,
  accountFromOption,
  findAccount,
  findByArgument,
  listCommand,
  operationCommand,
  setCommand,
  withId,
} from './operation-command.ts';
import { clearable, limit, type Target, text, yesNo } from './options.ts';
import { findUser } from './users.ts';

export const NUMBER: Option = { type: 'text', help: 'phone number of the person', required: true };

export async function readNumberArgument(context: Context) {
  const { account_id, country_code } = await accountFromOption(context);
  const read = readNumber(context.text('number') ?? '', country_code);
  if (read === null) throw new AdminError(`'${context.text('number')}' is not a valid phone number.`);
  return { account_id, phone_number: read.phoneNumber };
}

const findLead = findByArgument(leads, 'lead');

async function findOwner(email: string, { tx, accountId }: Target): Promise<number> {
  const user = await findUser(tx, email);
  if (user.account_id !== accountId) throw new AdminError('The owner belongs to another account.');
  return user.id;
}

async function findTeam(id: number, { tx, accountId }: Target): Promise<number | null> {
  if (id === 0) return null;
  if (!(await isAccountRow(tx, teams, accountId, id)))
    throw new AdminError(`There is no team ${id} in this account.`);
  return id;
}

const LEAD_COLUMNS = {
  ...pick(leads, 'id', 'phone_number', 'label', 'company', 'team_id', 'owner_user_id', 'do_not_call'),
  removed_at: leads.removed_at,
};

const MAX_LISTED = 10_000_000;

export const LEAD_COMMANDS: readonly Command[] = [
  listCommand('do-not-call list', 'List the do-not-call numbers of an account', async (tx, accountId) =>
    (await readEntriesAfter(tx, accountId, null, MAX_LISTED)).map((entry) => ({ ...entry })),
  ),
  operationCommand('do-not-call add', {
    summary: 'Add a number to the do-not-call list',
    options: { account: ACCOUNT, number: NUMBER },
    find: readNumberArgument,
    input: (_, { phone_number }) => ({ phone_number }),
    output: ({ input }) => ({ ...input, do_not_call: true }),
  }),
  operationCommand('do-not-call remove', {
    summary: 'Remove a number from the do-not-call list',
    options: { account: ACCOUNT, number: NUMBER },
    find: readNumberArgument,
    input: (_, { phone_number }) => ({ phone_number }),
    output: ({ input }) => ({ ...input, do_not_call: false }),
  }),
  {
    name: 'do-not-call import',
    summary: 'Add the numbers in a file to the do-not-call list, one per line or as CSV',
    options: {
      account: ACCOUNT,
      file: { type: 'text', help: 'absolute path on the server', required: true },
    },
    run: async ({ tx, number, text, now }) => {
      const account = await findAccount(tx, number('account') ?? 0);
      const path = text('file') ?? '';
      if (!isAbsolute(path) || !existsSync(path))
        throw new AdminError(`'${path}' is not the absolute path of a file.`);
      const file = await readNumbers(createReadStream(path), account.country_code);
      const listing = { source: 'command line', by: null } as const;
      const added = await addToDoNotCallList(tx, account.id, file.numbers, listing, now);
      return {
        change: {
          accountId: account.id,
          subject: `do-not-call list: a file of ${file.numbers.length} numbers`,
        },
        output: {
          added,
          already_listed: file.numbers.length - added,
          invalid: file.invalid,
          invalid_lines: file.invalidLines.join(' '),
        },
      };
    },
  },
  {
    name: 'leads list',
    summary: 'List the leads of an account, newest first',
    options: {
      account: ACCOUNT,
      search: { type: 'text', help: 'part of a display name, company, email address or number' },
      limit: { type: 'number', help: 'max rows; default 50' },
    },
    run: async (context) => {
      const texts = sql`concat_ws(' ', ${leads.label}, ${leads.company}, ${leads.email}, ${leads.phone_number})`;
      return {
        output: await context.tx
          .select(LEAD_COLUMNS)
          .from(leads)
          .where(
            and(
              eq(leads.account_id, context.number('account') ?? 0),
              hasTextOrNumber(texts, leads.phone_number, context.text('search') ?? ''),
            ),
          )
          .orderBy(desc(leads.id))
          .limit(context.number('limit') ?? 50),
      };
    },
  },
  {
    name: 'leads show',
    summary: 'Show a lead',
    args: ['lead'],
    run: async (context) => {
      const lead = await findLead(context);
      return { output: { ...lead, consents: await readConsents(context.tx, lead.id) } };
    },
  },
  setCommand('leads set', {
    summary: 'Change a lead',
    args: ['lead'],
    options: {
      fname: text('fname', 'first name'),
      lname: text('lname', 'last name'),
      label: text('label', 'display name', (label) => label || undefined),
      email: clearable('email', 'email; empty: none'),
      company: clearable('company', 'company; empty: none'),
      category: clearable('category', 'category; empty: none'),
      owner: clearable('owner_user_id', 'email of the agent who owns the lead; empty: none', findOwner),
      team: { ...limit('team_id', 'ID of the team; 0: none'), read: findTeam },
      'time-zone': clearable(
        'time_zone',
        'the lead’s time zone; empty: derived from the number',
        parseTimeZone,
      ),
      removed: yesNo('removed', 'yes: never call or text again; no: can be called and texted again'),
    },
    find: findLead,
    input: withId,
    output: ({ entity: { id }, outcome: { set } }) => ({ id, ...set }),
  }),
];

import { createReadStream, existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { desc, sql } from 'drizzle-orm';
import { readConsents } from '../leads/consent-views.ts';
import { listNumbers } from '../leads/do-not-call.ts';
import { readNumbers } from '../leads/do-not-call-files.ts';
import { numbersAfter } from '../leads/do-not-call-view.ts';
import { pick } from '../platform/core/pick.ts';
import { isAccountRow } from '../platform/database/account-rows.ts';
import { likePattern } from '../platform/database/paging.ts';
import { leads, teams } from '../platform/database/schema.ts';
import { readNumber } from '../platform/phone-numbers/phone-numbers.ts';
import { timeZone } from './accounts.ts';
import { AdminError, type Command, type Context, type Option } from './command.ts';
import {
  ACCOUNT,
  accountOf,
  listOf,
  named,
  ofAccount,
  operationCommand,
  setCommand,
  withId,
} from './operation-command.ts';
import { clearable, limit, type Target, text, yesNo } from './options.ts';
import { userOf } from './users.ts';

export const NUMBER: Option = { type: 'text', help: 'the person’s phone number', required: true };

/** The account and the number that `--account` and `--number` say. */
export async function numberIn(context: Context) {
  const { account_id, country_code } = await ofAccount(context);
  const read = readNumber(context.text('number') ?? '', country_code);
  if (read === null) throw new AdminError(`'${context.text('number')}' is no valid phone number.`);
  return { account_id, phone_number: read.phoneNumber };
}

const leadOf = named(leads, 'lead');

async function owner(email: string, { tx, accountId }: Target): Promise<number> {
  const user = await userOf(tx, email);
  if (user.account_id !== accountId) throw new AdminError('The owner is of another account.');
  return user.id;
}

async function team(id: number, { tx, accountId }: Target): Promise<number | null> {
  if (id === 0) return null;
  if (!(await isAccountRow(tx, teams, accountId, id)))
    throw new AdminError(`There is no team ${id} in this account.`);
  return id;
}

const LISTED = {
  ...pick(leads, 'id', 'phone_number', 'label', 'company', 'team_id', 'owner_user_id', 'do_not_call'),
  removed_at: leads.removed_at,
};

/** More than any list has. */
const MAX_LISTED = 10_000_000;

export const LEAD_COMMANDS: readonly Command[] = [
  listOf('do-not-call list', 'The numbers of an account that are never called', async (tx, accountId) =>
    (await numbersAfter(tx, accountId, null, MAX_LISTED)).map((entry) => ({ ...entry })),
  ),
  operationCommand('do-not-call add', {
    summary: 'A number that is never called or texted again',
    options: { account: ACCOUNT, number: NUMBER },
    on: numberIn,
    input: (_, { phone_number }) => ({ phone_number }),
    shown: ({ input }) => ({ ...input, do_not_call: true }),
  }),
  operationCommand('do-not-call remove', {
    summary: 'A number that may be called again',
    options: { account: ACCOUNT, number: NUMBER },
    on: numberIn,
    input: (_, { phone_number }) => ({ phone_number }),
    shown: ({ input }) => ({ ...input, do_not_call: false }),
  }),
  {
    name: 'do-not-call import',
    summary: 'The numbers of a file, one per line or as CSV, that are never called or texted again',
    options: {
      account: ACCOUNT,
      file: { type: 'text', help: 'its whole path on the machine of the server', required: true },
    },
    run: async ({ tx, number, text, now }) => {
      const account = await accountOf(tx, number('account') ?? 0);
      const path = text('file') ?? '';
      if (!isAbsolute(path) || !existsSync(path))
        throw new AdminError(`'${path}' is no whole path of a file.`);
      const file = await readNumbers(createReadStream(path), account.country_code);
      const listing = { source: 'command line', by: null } as const;
      const added = await listNumbers(tx, account.id, file.numbers, listing, now);
      return {
        change: {
          accountId: account.id,
          subject: `do-not-call list: a file of ${file.numbers.length} numbers`,
        },
        shown: {
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
    summary: 'The leads of an account, the newest first',
    options: {
      account: ACCOUNT,
      search: { type: 'text', help: 'part of label, company, email or number' },
      limit: { type: 'number', help: 'how many; 50 unless said' },
    },
    run: async (context) => {
      const part = likePattern(context.text('search') ?? '');
      return {
        shown: await context.tx
          .select(LISTED)
          .from(leads)
          .where(
            sql`${leads.account_id} = ${context.number('account') ?? 0} and
              concat_ws(' ', ${leads.label}, ${leads.company}, ${leads.email}, ${leads.phone_number}) ilike ${part}`,
          )
          .orderBy(desc(leads.id))
          .limit(context.number('limit') ?? 50),
      };
    },
  },
  {
    name: 'leads show',
    summary: 'All that is known of a lead',
    args: ['lead'],
    run: async (context) => {
      const lead = await leadOf(context);
      return { shown: { ...lead, consents: await readConsents(context.tx, lead.id) } };
    },
  },
  setCommand('leads set', {
    summary: 'Changes a lead',
    args: ['lead'],
    options: {
      fname: text('fname', 'first name'),
      lname: text('lname', 'last name'),
      label: text('label', 'what agents read', (label) => label || undefined),
      email: clearable('email', 'email; empty: none'),
      company: clearable('company', 'company; empty: none'),
      category: clearable('category', 'category; empty: none'),
      owner: clearable('owner_user_id', 'email of the owning agent; empty: none', owner),
      team: { ...limit('team_id', 'id of the team; 0: none'), read: team },
      'time-zone': clearable('time_zone', 'where the lead is; empty: by the number', timeZone),
      removed: yesNo('removed', 'no: may be called again; yes: never called again'),
    },
    on: leadOf,
    input: withId,
    shown: ({ on: { id }, outcome: { set } }) => ({ id, ...set }),
  }),
];

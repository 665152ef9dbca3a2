import { createReadStream, existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { and, desc, eq, sql } from 'drizzle-orm';
import { readConsents } from '../leads/consent-views.ts';
import { listNumbers, setDoNotCall } from '../leads/do-not-call.ts';
import { readNumbers } from '../leads/do-not-call-files.ts';
import { numbersAfter } from '../leads/do-not-call-view.ts';
import { changeLead } from '../leads/lead-settings.ts';
import type { Database } from '../platform/database/database.ts';
import { leads, teams } from '../platform/database/schema.ts';
import { readNumber } from '../platform/phone-numbers/phone-numbers.ts';
import { ACCOUNT, accountOf, timeZone } from './accounts.ts';
import { AdminError, type Command, type Context, numberArg, type Option, said } from './command.ts';
import { userOf } from './users.ts';

type LeadRow = typeof leads.$inferSelect;
export const NUMBER: Option = { type: 'text', help: 'the person’s phone number', required: true };

/** The account and the number that `--account` and `--number` say. */
export async function numberIn(context: Context) {
  const account = await accountOf(context.tx, context.number('account') ?? 0);
  const read = readNumber(context.text('number') ?? '', account.country_code);
  if (read === null) throw new AdminError(`'${context.text('number')}' is no valid phone number.`);
  return { account, phone: read.phoneNumber };
}

async function leadOf(tx: Database, id: number): Promise<LeadRow> {
  const [row] = await tx.select().from(leads).where(eq(leads.id, id));
  if (!row) throw new AdminError(`There is no lead ${id}.`);
  return row;
}

async function doNotCall(context: Context, is: boolean) {
  const { account, phone } = await numberIn(context);
  const listing = { source: 'command line', by: null } as const;
  const { subject } = await setDoNotCall(context.tx, account.id, phone, is, listing, context.now);
  return {
    change: { accountId: account.id, subject },
    shown: { phone_number: phone, do_not_call: is },
  };
}

const LISTED = {
  id: leads.id,
  phone_number: leads.phone_number,
  label: leads.label,
  company: leads.company,
  team_id: leads.team_id,
  owner_user_id: leads.owner_user_id,
  do_not_call: leads.do_not_call,
  removed_at: leads.removed_at,
};

/** More than any list has. */
const MAX_LISTED = 10_000_000;

export const LEAD_COMMANDS: readonly Command[] = [
  {
    name: 'do-not-call list',
    summary: 'The numbers of an account that are never called',
    options: { account: ACCOUNT },
    run: async ({ tx, number }) => ({
      shown: (await numbersAfter(tx, number('account') ?? 0, null, MAX_LISTED)).map((entry) => ({
        ...entry,
      })),
    }),
  },
  {
    name: 'do-not-call add',
    summary: 'A number that is never called or texted again',
    options: { account: ACCOUNT, number: NUMBER },
    run: (context) => doNotCall(context, true),
  },
  {
    name: 'do-not-call remove',
    summary: 'A number that may be called again',
    options: { account: ACCOUNT, number: NUMBER },
    run: (context) => doNotCall(context, false),
  },
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
      const part = `%${(context.text('search') ?? '').replace(/[\\%_]/g, '\\$&')}%`;
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
      const lead = await leadOf(context.tx, numberArg(context, 0, 'The lead'));
      return { shown: { ...lead, consents: await readConsents(context.tx, lead.id) } };
    },
  },
  {
    name: 'leads set',
    summary: 'Changes a lead',
    args: ['lead'],
    options: {
      fname: { type: 'text', help: 'first name' },
      lname: { type: 'text', help: 'last name' },
      label: { type: 'text', help: 'what agents read' },
      email: { type: 'text', help: 'email; empty: none' },
      company: { type: 'text', help: 'company; empty: none' },
      category: { type: 'text', help: 'category; empty: none' },
      owner: { type: 'text', help: 'email of the owning agent; empty: none' },
      team: { type: 'number', help: 'id of the team; 0: none' },
      'time-zone': { type: 'text', help: 'where the lead is; empty: by the number' },
      removed: { type: 'yes-no', help: 'no: may be called again; yes: never called again' },
    },
    run: async (context) => {
      const lead = await leadOf(context.tx, numberArg(context, 0, 'The lead'));
      const cleared = (name: string) => (context.text(name) === '' ? null : context.text(name));
      const owner = cleared('owner');
      const user = owner ? await userOf(context.tx, owner) : null;
      if (user && user.account_id !== lead.account_id)
        throw new AdminError('The owner is of another account.');
      const team = context.number('team');
      if (team) {
        const where = and(eq(teams.id, team), eq(teams.account_id, lead.account_id));
        const [found] = await context.tx.select({ id: teams.id }).from(teams).where(where);
        if (!found) throw new AdminError(`There is no team ${team} in this account.`);
      }
      const zone = cleared('time-zone');
      const wish = said({
        fname: context.text('fname'),
        lname: context.text('lname'),
        label: context.text('label') || undefined,
        email: cleared('email'),
        company: cleared('company'),
        category: cleared('category'),
        owner_user_id: owner === undefined ? undefined : (user?.id ?? null),
        team_id: team === 0 ? null : team,
        time_zone: zone === null ? null : timeZone(zone),
        removed: context.yes('removed'),
      });
      if (Object.keys(wish).length === 0) throw new AdminError('Say what should change.');
      const { set, subject } = await changeLead(context.tx, lead.account_id, lead.id, wish, context.now);
      return { change: { accountId: lead.account_id, subject }, shown: { id: lead.id, ...set } };
    },
  },
];

import { PERMISSIONS } from '@offhook/contract/permissions';
import { asc, eq } from 'drizzle-orm';
import {
  addPerson,
  changePerson,
  personOf,
  setPassword,
  type UserFields,
} from '../accounts/settings/people.ts';
import type { Database } from '../platform/database/database.ts';
import { users } from '../platform/database/schema.ts';
import { ACCOUNT, accountOf, country, timeZone } from './accounts.ts';
import { AdminError, type Command, type Given, type Option, said } from './command.ts';
import { readSchedule } from './weekly-schedule.ts';

type UserRow = typeof users.$inferSelect;

export async function userOf(tx: Database, email: string): Promise<UserRow> {
  const [row] = await tx.select().from(users).where(eq(users.email, email.toLowerCase()));
  if (!row) throw new AdminError(`There is no user ${email}.`);
  return row;
}

const FIELDS = {
  phone: { type: 'text', help: 'the agent’s own number; empty: none' },
  permissions: { type: 'list', help: 'all that the user holds; empty: none', one_of: PERMISSIONS },
  country: { type: 'text', help: 'two letters; empty: none' },
  cap: { type: 'number', help: 'calls a day at most; 0: no limit' },
  'app-only': { type: 'yes-no', help: 'reached only in the app' },
  mobile: { type: 'yes-no', help: 'their own number is switched on' },
  dnd: { type: 'yes-no', help: 'do not disturb' },
  hubspot: { type: 'text', help: 'HubSpot id, for links' },
  salesforce: { type: 'text', help: 'Salesforce domain, for links' },
  activecampaign: { type: 'text', help: 'ActiveCampaign domain, for links' },
} as const satisfies Record<string, Option>;

function fields(given: Given): UserFields {
  const cleared = (text: string | undefined) => (text === '' ? null : text);
  const cap = given.number('cap');
  return said({
    phone_number: cleared(given.text('phone')),
    // The option has let no others through.
    permissions: given.list('permissions')?.filter(isPermission),
    country_code: given.text('country') === '' ? '' : country(given.text('country')),
    cap: cap === 0 ? null : cap,
    is_app_only: given.yes('app-only'),
    mobile_enabled: given.yes('mobile'),
    do_not_disturb: given.yes('dnd'),
    hubspot_id: cleared(given.text('hubspot')),
    salesforce_domain: cleared(given.text('salesforce')),
    activecampaign_domain: cleared(given.text('activecampaign')),
  });
}

const isPermission = (name: string): name is (typeof PERMISSIONS)[number] =>
  PERMISSIONS.some((one) => one === name);

export const USER_COMMANDS: readonly Command[] = [
  {
    name: 'users list',
    summary: 'The users of an account',
    options: { account: ACCOUNT },
    run: async ({ tx, number }) => ({
      shown: await tx
        .select({
          id: users.id,
          email: users.email,
          full_name: users.full_name,
          permissions: users.permissions,
          active: users.active,
          cap: users.cap,
          time_zone: users.time_zone,
        })
        .from(users)
        .where(eq(users.account_id, number('account') ?? 0))
        .orderBy(asc(users.id)),
    }),
  },
  {
    name: 'users add',
    summary: 'A new user; without --password one is made and shown once',
    options: {
      account: ACCOUNT,
      email: { type: 'text', help: 'the login', required: true },
      name: { type: 'text', help: 'full name', required: true },
      'time-zone': { type: 'text', help: 'the account’s unless said' },
      password: { type: 'text', help: 'at least 8 characters' },
      ...FIELDS,
    },
    run: async (context) => {
      const account = await accountOf(context.tx, context.number('account') ?? 0);
      const email = (context.text('email') ?? '').trim().toLowerCase();
      if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new AdminError(`'${email}' is no email address.`);
      const { tx } = context;
      const time_zone = timeZone(context.text('time-zone'));
      const wish = {
        ...fields(context),
        ...said({ time_zone }),
        email,
        full_name: context.text('name') ?? '',
      };
      const { id, subject } = await addPerson(tx, account.id, wish, context.passwordHash, context.now);
      const { permissions } = await personOf(tx, account.id, id);
      const shown = { id, email, permissions };
      return {
        change: { accountId: account.id, subject },
        shown: context.text('password') === undefined ? { ...shown, password: context.password } : shown,
      };
    },
  },
  {
    name: 'users set',
    summary: 'Changes a user',
    args: ['email'],
    options: {
      name: { type: 'text', help: 'full name' },
      'time-zone': { type: 'text', help: 'such as America/New_York' },
      active: { type: 'yes-no', help: 'no: the user cannot log in, and is logged out' },
      ...FIELDS,
    },
    run: async (context) => {
      const user = await userOf(context.tx, context.args[0] ?? '');
      const set = {
        ...said({
          full_name: context.text('name'),
          time_zone: timeZone(context.text('time-zone')),
          active: context.yes('active'),
        }),
        ...fields(context),
      };
      if (Object.keys(set).length === 0) throw new AdminError('Say what should change.');
      const { subject } = await changePerson(context.tx, user.account_id, user.id, set, {
        by: null,
        at: context.now,
      });
      return { change: { accountId: user.account_id, subject }, shown: { id: user.id, ...set } };
    },
  },
  {
    name: 'users password',
    summary: 'A new password; without --password one is made and shown once. All sessions end',
    args: ['email'],
    options: { password: { type: 'text', help: 'at least 8 characters' } },
    run: async (context) => {
      const user = await userOf(context.tx, context.args[0] ?? '');
      const { subject } = await setPassword(context.tx, user, context.passwordHash, context.now);
      return {
        change: { accountId: user.account_id, subject },
        shown:
          context.text('password') === undefined
            ? { id: user.id, password: context.password }
            : { id: user.id },
      };
    },
  },
  {
    name: 'users schedule',
    summary: 'When an agent works: always, or days and times',
    args: ['email', 'schedule'],
    options: { 'time-zone': { type: 'text', help: 'the user’s unless said' } },
    run: async (context) => {
      const user = await userOf(context.tx, context.args[0] ?? '');
      const schedule = readSchedule(context.args[1] ?? '', context.text('time-zone') ?? user.time_zone);
      const { subject } = await changePerson(
        context.tx,
        user.account_id,
        user.id,
        { schedule },
        { by: null, at: context.now },
      );
      return { change: { accountId: user.account_id, subject }, shown: { id: user.id, schedule } };
    },
  },
];

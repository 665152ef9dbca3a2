import { PERMISSIONS } from '@offhook/contract/accounts/permissions';
import { ROLE_PERMISSIONS, ROLES, type Role } from '@offhook/contract/accounts/roles';
import { asc, eq } from 'drizzle-orm';
import { pick } from '../platform/core/pick.ts';
import { getAccountRow } from '../platform/database/account-rows.ts';
import type { Database } from '../platform/database/database.ts';
import { users } from '../platform/database/schema.ts';
import { parseCountry, parseTimeZone } from './accounts.ts';
import { AdminError, type Command, type Context, type Option } from './command.ts';
import {
  ACCOUNT,
  accountFromOption,
  listCommand,
  operationCommand,
  setCommand,
  withId,
} from './operation-command.ts';
import { clearable, limit, numbers, required, someOf, text, yesNo } from './options.ts';
import { parseSchedule } from './weekly-schedule.ts';

export async function findUser(tx: Database, email: string) {
  const [row] = await tx.select().from(users).where(eq(users.email, email.toLowerCase()));
  if (!row) throw new AdminError(`There is no user ${email}.`);
  return row;
}

const userFromArgument = ({ tx, args }: Context) => findUser(tx, args[0] ?? '');

function parseEmailAddress(text: string): string {
  const email = text.trim().toLowerCase();
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new AdminError(`'${email}' is not an email address.`);
  return email;
}

const PASSWORD: Option = { type: 'text', help: 'at least 8 characters' };
const generatedPassword = ({ text, password }: Context) =>
  text('password') === undefined ? { password } : {};

const FIELDS = {
  phone: clearable('phone_number', 'number of the agent’s external phone; empty: none'),
  // An explicit list comes later, so it overrides the role.
  role: {
    ...text('permissions', 'the user’s role, instead of --permissions', (role) => [
      ...ROLE_PERMISSIONS[role as Role],
    ]),
    one_of: ROLES,
  },
  permissions: someOf('permissions', 'the user’s full list of permissions; empty: none', PERMISSIONS),
  'supervised-teams': numbers(
    'supervised_team_ids',
    'IDs of the teams that a supervisor is limited to; empty: the whole account',
    (ids) => (ids.length === 0 ? null : ids),
  ),
  country: text('country_code', 'two-letter country code, such as US; empty: none', (code) =>
    code === '' ? '' : parseCountry(code),
  ),
  cap: limit('cap', 'daily call limit; 0: no limit'),
  'app-only': yesNo('is_app_only', 'never ring the external phone'),
  mobile: yesNo('mobile_enabled', 'ring the external phone when the app isn’t open or can’t ring'),
  dnd: yesNo('do_not_disturb', 'do not disturb'),
  hubspot: clearable('hubspot_id', 'HubSpot ID, for links'),
  salesforce: clearable('salesforce_domain', 'Salesforce domain, for links'),
  activecampaign: clearable('activecampaign_domain', 'ActiveCampaign domain, for links'),
};

export const USER_COMMANDS: readonly Command[] = [
  listCommand('users list', 'List the users of an account', (tx, accountId) =>
    tx
      .select(
        pick(
          users,
          'id',
          'email',
          'full_name',
          'permissions',
          'supervised_team_ids',
          'active',
          'cap',
          'time_zone',
        ),
      )
      .from(users)
      .where(eq(users.account_id, accountId))
      .orderBy(asc(users.id)),
  ),
  operationCommand('users add', {
    summary: 'Add a user; without --password, one is generated and shown once',
    options: {
      account: ACCOUNT,
      email: required(text('email', 'email address for the login', parseEmailAddress)),
      name: required(text('full_name', 'full name')),
      'time-zone': text('time_zone', 'default: the account’s', parseTimeZone),
      password: PASSWORD,
      ...FIELDS,
    },
    find: accountFromOption,
    input: (fields, _, { passwordHash }) => ({ ...fields, passwordHash }),
    async output({ entity, outcome: { id }, fields: { email }, context }) {
      const { permissions } = await getAccountRow(context.tx, users, entity.id, id);
      return { id, email, permissions, ...generatedPassword(context) };
    },
  }),
  setCommand('users set', {
    summary: 'Change a user',
    args: ['email'],
    options: {
      name: text('full_name', 'full name'),
      'time-zone': text('time_zone', 'such as America/New_York', parseTimeZone),
      active: yesNo('active', 'no: the user is logged out and cannot log in'),
      ...FIELDS,
    },
    find: userFromArgument,
    input: withId,
  }),
  operationCommand('users password', {
    summary: 'Set a new password and end all sessions; without --password, one is generated and shown once',
    args: ['email'],
    options: { password: PASSWORD },
    find: userFromArgument,
    input: (_, { id }, { passwordHash }) => ({ id, passwordHash }),
    output: ({ entity: { id }, context }) => ({ id, ...generatedPassword(context) }),
  }),
  operationCommand('users reset-factors', {
    summary: 'Remove a user’s passkeys, authenticator app and recovery codes, and end all sessions',
    args: ['email'],
    find: userFromArgument,
    input: (_, { id }) => ({ id }),
    output: ({ entity: { id }, outcome: { ended } }) => ({ id, ended }),
  }),
  operationCommand('users set', {
    name: 'users schedule',
    summary: "Set the hours of an agent: 'always', or hours such as 'mon-fri 09:00-17:00, sat all day'",
    args: ['email', 'schedule'],
    options: { 'time-zone': { type: 'text', help: 'default: the user’s' } },
    find: userFromArgument,
    input: (_, { id, time_zone }, { args, text }) => ({
      id,
      schedule: parseSchedule(args[1] ?? '', text('time-zone') ?? time_zone),
    }),
    output: ({ input: { id, schedule } }) => ({ id, schedule }),
  }),
];

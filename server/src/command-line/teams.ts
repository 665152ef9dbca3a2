import { WRAP_UPS } from '@offhook/contract/agent/wrap-up';
import { ANNOUNCEMENTS, type Announcement } from '@offhook/contract/console/people/team-entities';
import { asc, eq } from 'drizzle-orm';
import { findGreetingProblem } from '../accounts/core/greeting.ts';
import type { Database } from '../platform/database/database.ts';
import { accounts, profiles, teamMembers, teams, users } from '../platform/database/schema.ts';
import { AdminError, type Command, type Context } from './command.ts';
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
import { clearable, flag, limit, number, numbers, oneOf, required, text, yesNo } from './options.ts';
import { findUser } from './users.ts';
import { parseSchedule } from './weekly-schedule.ts';

const findTeam = findByArgument(teams, 'team');

async function findMember(context: Context) {
  const team = await findTeam(context);
  return { ...team, user: await findUser(context.tx, context.args[1] ?? '') };
}

const MODES = ['simultaneous', 'round_robin'] as const;

const parseAnnouncement = (text: string): Announcement | undefined =>
  text === 'yes' ? 'always' : text === 'no' ? 'never' : ANNOUNCEMENTS.find((one) => one === text);

const parseGreeting = (option: string) => (text: string) => {
  const problem = findGreetingProblem(text);
  if (problem !== null) throw new AdminError(`--${option} ${problem}.`);
  return text;
};

/** Every team change locks the account first, so the members can't change until this transaction ends. */
async function lockAndReadMembers(tx: Database, { id, account_id }: { id: number; account_id: number }) {
  await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, account_id)).for('no key update');
  return tx
    .select({ user_id: teamMembers.user_id, priority_group: teamMembers.priority_group })
    .from(teamMembers)
    .where(eq(teamMembers.team_id, id));
}

const FIELDS = {
  default: flag('is_default', 'receives leads that have no team'),
  fallback: limit('fallback_team_id', 'ID of the team to ring if no agent in this team accepts; 0: none'),
};

export const TEAM_COMMANDS: readonly Command[] = [
  listCommand('teams list', 'List the teams of an account', (tx, accountId) =>
    tx.select().from(teams).where(eq(teams.account_id, accountId)).orderBy(asc(teams.id)),
  ),
  operationCommand('teams add', {
    summary: 'Add a team with its own calling settings (profile)',
    options: { account: ACCOUNT, name: required(text('name', 'name')), ...FIELDS },
    find: accountFromOption,
    input: (fields) => fields,
    output: ({ outcome: { id }, fields: { name } }) => ({ id, name }),
  }),
  setCommand('teams set', {
    summary: 'Change a team',
    args: ['team'],
    options: { name: text('name', 'name'), ...FIELDS },
    find: findTeam,
    input: withId,
  }),
  {
    name: 'teams members',
    summary: 'List the members of a team',
    args: ['team'],
    run: async (context) => {
      const team = await findTeam(context);
      return {
        output: await context.tx
          .select({ email: users.email, full_name: users.full_name, group: teamMembers.priority_group })
          .from(teamMembers)
          .innerJoin(users, eq(users.id, teamMembers.user_id))
          .where(eq(teamMembers.team_id, team.id))
          .orderBy(asc(teamMembers.priority_group), asc(users.email)),
      };
    },
  },
  operationCommand('teams set', {
    name: 'teams join',
    summary: 'Add a user to a team, or change their priority',
    args: ['team', 'email'],
    options: { group: number('priority_group', 'priority; lower numbers are rung first; default 1') },
    find: findMember,
    async input({ priority_group = 1 }, team, { tx }) {
      if (team.user.account_id !== team.account_id)
        throw new AdminError('The user belongs to another account.');
      const others = (await lockAndReadMembers(tx, team)).filter(({ user_id }) => user_id !== team.user.id);
      return { id: team.id, members: [...others, { user_id: team.user.id, priority_group }] };
    },
    subject: ({ entity: { id, user } }) => `team ${id}: user ${user.id} in`,
    output: ({ entity: { id, user }, fields: { priority_group = 1 } }) => ({
      team: id,
      email: user.email,
      group: priority_group,
    }),
  }),
  operationCommand('teams set', {
    name: 'teams leave',
    summary: 'Remove a user from a team',
    args: ['team', 'email'],
    find: findMember,
    async input(_, team, { tx }) {
      const before = await lockAndReadMembers(tx, team);
      const members = before.filter(({ user_id }) => user_id !== team.user.id);
      if (members.length === before.length) throw new AdminError('The user is not on this team.');
      return { id: team.id, members };
    },
    subject: ({ entity: { id, user } }) => `team ${id}: user ${user.id} out`,
    output: ({ entity: { id, user } }) => ({ team: id, email: user.email }),
  }),
  operationCommand('teams set', {
    name: 'teams schedule',
    summary: "Set the hours of a team: 'always', or hours such as 'mon-fri 09:00-17:00, sat all day'",
    args: ['team', 'schedule'],
    options: { 'time-zone': { type: 'text', help: 'default: the account’s' } },
    find: findTeam,
    async input(_, { id, account_id }, { tx, args, text }) {
      const { time_zone } = await findAccount(tx, account_id);
      return { id, schedule: parseSchedule(args[1] ?? '', text('time-zone') ?? time_zone) };
    },
    output: ({ input: { id, schedule } }) => ({ id, schedule }),
  }),
  {
    name: 'profiles show',
    summary: 'Show how a team’s leads are called (its profile)',
    args: ['team'],
    run: async (context) => {
      const team = await findTeam(context);
      const [row] = await context.tx.select().from(profiles).where(eq(profiles.team_id, team.id));
      if (!row) throw new AdminError('This team has no profile.');
      return { output: row };
    },
  },
  setCommand('teams set', {
    name: 'profiles set',
    summary: 'Change how a team’s leads are called (its profile)',
    args: ['team'],
    options: {
      mode: oneOf('mode', 'how agents are rung', MODES),
      retries: numbers('retry_minutes', 'minutes before each retry if no agent answers, such as 1,5,30'),
      followups: numbers('followup_minutes', 'minutes before each follow-up if the lead isn’t reached'),
      pace: limit('calls_per_minute', 'most scheduled calls that start in a minute; 0: no limit'),
      whisper: clearable(
        'whisper_template',
        'shown or spoken to the agent, with {fname}, {company}, …; empty: none',
      ),
      records: yesNo('records', 'whether calls are recorded'),
      announces: {
        ...text(
          'recording_announcement',
          'when to announce the recording; yes means always, no means never',
          parseAnnouncement,
        ),
        one_of: [...ANNOUNCEMENTS, 'yes', 'no'],
      },
      text: clearable('missed_text', 'text sent once to the lead if no agent accepts the call; empty: none'),
      welcome: clearable(
        'welcome_message',
        'welcome message for callers, or https URL of an audio file; empty: none',
        parseGreeting('welcome'),
      ),
      voicemail: clearable(
        'voicemail_greeting',
        'voicemail greeting, or https URL of an audio file; empty: no voicemail',
        parseGreeting('voicemail'),
      ),
      language: clearable(
        'greeting_language',
        'language of the welcome message and voicemail greeting, such as es-MX; empty: the provider’s default',
      ),
      script: clearable(
        'script',
        'script that agents see during a call: Markdown with {fname}, {company}, …; empty: none',
      ),
      shares: yesNo(
        'shares_recordings',
        'whether agents may hear colleagues’ recordings of a lead who rings or talks',
      ),
      'wrap-up': oneOf('wrap_up', 'how long agents get no calls after one', WRAP_UPS),
      'wrap-up-seconds': number('wrap_up_seconds', 'seconds of a fixed wrap-up'),
    },
    find: findTeam,
    input: (profile, { id }) => ({ id, profile }),
    output: ({ entity: { id }, fields }) => ({ team: id, ...fields }),
  }),
];

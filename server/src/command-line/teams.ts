import { ANNOUNCEMENTS, type Announcement } from '@offhook/contract/console/console-entities';
import { asc, eq } from 'drizzle-orm';
import { findGreetingProblem } from '../accounts/core/greeting.ts';
import type { Database } from '../platform/database/database.ts';
import { accounts, profiles, teamMembers, teams, users } from '../platform/database/schema.ts';
import { AdminError, type Command, type Context } from './command.ts';
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
import { clearable, flag, limit, number, numbers, oneOf, required, text, yesNo } from './options.ts';
import { userOf } from './users.ts';
import { readSchedule } from './weekly-schedule.ts';

const teamOf = named(teams, 'team');

/** A team and a user of its account. */
async function memberOf(context: Context) {
  const team = await teamOf(context);
  return { ...team, user: await userOf(context.tx, context.args[1] ?? '') };
}

const MODES = ['simultaneous', 'round_robin'] as const;

const announcementIn = (text: string): Announcement | undefined =>
  text === 'yes' ? 'always' : text === 'no' ? 'never' : ANNOUNCEMENTS.find((one) => one === text);

const utterance = (option: string) => (text: string) => {
  const fault = findGreetingProblem(text);
  if (fault !== null) throw new AdminError(`--${option} ${fault}.`);
  return text;
};

/** The account is taken first, as each change does: who is in it stays so until the change is made. */
async function membersOf(tx: Database, { id, account_id }: { id: number; account_id: number }) {
  await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, account_id)).for('no key update');
  return tx
    .select({ user_id: teamMembers.user_id, priority_group: teamMembers.priority_group })
    .from(teamMembers)
    .where(eq(teamMembers.team_id, id));
}

const FIELDS = {
  default: flag('is_default', 'takes the leads that name no team'),
  fallback: limit('fallback_team_id', 'id of the team that is rung when nobody of this one accepts; 0: none'),
};

export const TEAM_COMMANDS: readonly Command[] = [
  listOf('teams list', 'The teams of an account', (tx, accountId) =>
    tx.select().from(teams).where(eq(teams.account_id, accountId)).orderBy(asc(teams.id)),
  ),
  operationCommand('teams add', {
    summary: 'A new team, with a profile of its own',
    options: { account: ACCOUNT, name: required(text('name', 'its name')), ...FIELDS },
    on: ofAccount,
    input: (fields) => fields,
    shown: ({ outcome: { id }, fields: { name } }) => ({ id, name }),
  }),
  setCommand('teams set', {
    summary: 'Changes a team',
    args: ['team'],
    options: { name: text('name', 'its name'), ...FIELDS },
    on: teamOf,
    input: withId,
  }),
  {
    name: 'teams members',
    summary: 'Who is in a team',
    args: ['team'],
    run: async (context) => {
      const team = await teamOf(context);
      return {
        shown: await context.tx
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
    summary: 'Puts a user into a team, or into another group of it',
    args: ['team', 'email'],
    options: { group: number('priority_group', 'lower groups are rung first; 1 unless said') },
    on: memberOf,
    async input({ priority_group = 1 }, team, { tx }) {
      if (team.user.account_id !== team.account_id) throw new AdminError('The user is of another account.');
      const others = (await membersOf(tx, team)).filter(({ user_id }) => user_id !== team.user.id);
      return { id: team.id, members: [...others, { user_id: team.user.id, priority_group }] };
    },
    subject: ({ on: { id, user } }) => `team ${id}: user ${user.id} in`,
    shown: ({ on: { id, user }, fields: { priority_group = 1 } }) => ({
      team: id,
      email: user.email,
      group: priority_group,
    }),
  }),
  operationCommand('teams set', {
    name: 'teams leave',
    summary: 'Takes a user out of a team',
    args: ['team', 'email'],
    on: memberOf,
    async input(_, team, { tx }) {
      const before = await membersOf(tx, team);
      const members = before.filter(({ user_id }) => user_id !== team.user.id);
      if (members.length === before.length) throw new AdminError('The user is not in this team.');
      return { id: team.id, members };
    },
    subject: ({ on: { id, user } }) => `team ${id}: user ${user.id} out`,
    shown: ({ on: { id, user } }) => ({ team: id, email: user.email }),
  }),
  operationCommand('teams set', {
    name: 'teams schedule',
    summary: 'When a team takes leads: always, or days and times',
    args: ['team', 'schedule'],
    options: { 'time-zone': { type: 'text', help: 'the account’s unless said' } },
    on: teamOf,
    async input(_, { id, account_id }, { tx, args, text }) {
      const { time_zone } = await accountOf(tx, account_id);
      return { id, schedule: readSchedule(args[1] ?? '', text('time-zone') ?? time_zone) };
    },
    shown: ({ input: { id, schedule } }) => ({ id, schedule }),
  }),
  {
    name: 'profiles show',
    summary: 'How a team’s leads are called',
    args: ['team'],
    run: async (context) => {
      const team = await teamOf(context);
      const [row] = await context.tx.select().from(profiles).where(eq(profiles.team_id, team.id));
      if (!row) throw new AdminError('This team has no profile.');
      return { shown: row };
    },
  },
  setCommand('teams set', {
    name: 'profiles set',
    summary: 'Changes how a team’s leads are called',
    args: ['team'],
    options: {
      mode: oneOf('mode', 'how agents are rung', MODES),
      retries: numbers('retry_minutes', 'minutes until each further try to reach an agent, such as 1,5,30'),
      followups: numbers('followup_minutes', 'minutes until each further try to reach the lead'),
      whisper: clearable('whisper_template', 'text about the lead, with {fname}, {company}, …; empty: none'),
      records: yesNo('records', 'conversations are recorded'),
      announces: {
        ...text(
          'recording_announcement',
          'whether people are told of the recording; yes and no are always and never',
          announcementIn,
        ),
        one_of: [...ANNOUNCEMENTS, 'yes', 'no'],
      },
      text: clearable('missed_text', 'goes out once to a lead whom nobody could call; empty: none'),
      welcome: clearable(
        'welcome_message',
        'what a caller hears first, or the https address of a sound; empty: nothing',
        utterance('welcome'),
      ),
      voicemail: clearable(
        'voicemail_greeting',
        'what a caller hears whom nobody takes, before the tone, or the https address of a sound; empty: no voicemail',
        utterance('voicemail'),
      ),
      language: clearable('greeting_language', 'of these two, such as es-MX; empty: the provider’s own'),
    },
    on: teamOf,
    input: (profile, { id }) => ({ id, profile }),
    shown: ({ on: { id }, fields }) => ({ team: id, ...fields }),
  }),
];

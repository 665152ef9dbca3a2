import { ANNOUNCEMENTS, type Announcement } from '@offhook/contract/console/console-entities';
import { asc, eq } from 'drizzle-orm';
import { utteranceFault } from '../accounts/core/utterance.ts';
import { addTeam, changeTeam } from '../accounts/settings/teams.ts';
import type { Database } from '../platform/database/database.ts';
import { accounts, profiles, teamMembers, teams, users } from '../platform/database/schema.ts';
import { ACCOUNT, accountOf } from './accounts.ts';
import { AdminError, type Command, type Given, numberArg, type Option, said } from './command.ts';
import { userOf } from './users.ts';
import { readSchedule } from './weekly-schedule.ts';

type TeamRow = typeof teams.$inferSelect;

async function teamOf(tx: Database, given: Given): Promise<TeamRow> {
  const id = numberArg(given, 0, 'The team');
  const [row] = await tx.select().from(teams).where(eq(teams.id, id));
  if (!row) throw new AdminError(`There is no team ${id}.`);
  return row;
}

const changed = (team: TeamRow, what: string) => ({
  accountId: team.account_id,
  subject: `team ${team.id}: ${what}`,
});

const MODES = ['simultaneous', 'round_robin'] as const;

function announcementIn(text: string | undefined): Announcement | undefined {
  if (text === 'yes') return 'always';
  return text === 'no' ? 'never' : ANNOUNCEMENTS.find((one) => one === text);
}

function checkedUtterance(name: string, text: string | null | undefined): string | null | undefined {
  const fault = text ? utteranceFault(text) : null;
  if (fault !== null) throw new AdminError(`${name} ${fault}.`);
  return text;
}

/** The account is taken first, as each change does: who is in it stays so until the change is made. */
async function membersOf(tx: Database, team: TeamRow) {
  await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(eq(accounts.id, team.account_id))
    .for('no key update');
  return tx
    .select({ user_id: teamMembers.user_id, priority_group: teamMembers.priority_group })
    .from(teamMembers)
    .where(eq(teamMembers.team_id, team.id));
}

const FIELDS = {
  default: { type: 'flag', help: 'takes the leads that name no team' },
  fallback: { type: 'number', help: 'id of the team that is rung when nobody of this one accepts; 0: none' },
} as const satisfies Record<string, Option>;

function fields(given: Given) {
  const fallback = given.number('fallback');
  return said({
    name: given.text('name'),
    is_default: given.flag('default') ? (true as const) : undefined,
    fallback_team_id: fallback === 0 ? null : fallback,
  });
}

export const TEAM_COMMANDS: readonly Command[] = [
  {
    name: 'teams list',
    summary: 'The teams of an account',
    options: { account: ACCOUNT },
    run: async ({ tx, number }) => ({
      shown: await tx
        .select()
        .from(teams)
        .where(eq(teams.account_id, number('account') ?? 0))
        .orderBy(asc(teams.id)),
    }),
  },
  {
    name: 'teams add',
    summary: 'A new team, with a profile of its own',
    options: { account: ACCOUNT, name: { type: 'text', help: 'its name', required: true }, ...FIELDS },
    run: async (context) => {
      const { id: accountId } = await accountOf(context.tx, context.number('account') ?? 0);
      const name = context.text('name') ?? '';
      const { id, subject } = await addTeam(context.tx, accountId, { ...fields(context), name });
      return { change: { accountId, subject }, shown: { id, name } };
    },
  },
  {
    name: 'teams set',
    summary: 'Changes a team',
    args: ['team'],
    options: { name: { type: 'text', help: 'its name' }, ...FIELDS },
    run: async (context) => {
      const team = await teamOf(context.tx, context);
      const set = fields(context);
      if (Object.keys(set).length === 0) throw new AdminError('Say what should change.');
      const { subject } = await changeTeam(context.tx, team.account_id, team.id, set);
      return { change: { accountId: team.account_id, subject }, shown: { id: team.id, ...set } };
    },
  },
  {
    name: 'teams members',
    summary: 'Who is in a team',
    args: ['team'],
    run: async (context) => {
      const team = await teamOf(context.tx, context);
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
  {
    name: 'teams join',
    summary: 'Puts a user into a team, or into another group of it',
    args: ['team', 'email'],
    options: { group: { type: 'number', help: 'lower groups are rung first; 1 unless said' } },
    run: async (context) => {
      const team = await teamOf(context.tx, context);
      const user = await userOf(context.tx, context.args[1] ?? '');
      if (user.account_id !== team.account_id) throw new AdminError('The user is of another account.');
      const priority_group = context.number('group') ?? 1;
      const others = (await membersOf(context.tx, team)).filter(({ user_id }) => user_id !== user.id);
      const members = [...others, { user_id: user.id, priority_group }];
      await changeTeam(context.tx, team.account_id, team.id, { members });
      return {
        change: changed(team, `user ${user.id} in`),
        shown: { team: team.id, email: user.email, group: priority_group },
      };
    },
  },
  {
    name: 'teams leave',
    summary: 'Takes a user out of a team',
    args: ['team', 'email'],
    run: async (context) => {
      const team = await teamOf(context.tx, context);
      const user = await userOf(context.tx, context.args[1] ?? '');
      const before = await membersOf(context.tx, team);
      const members = before.filter(({ user_id }) => user_id !== user.id);
      if (members.length === before.length) throw new AdminError('The user is not in this team.');
      await changeTeam(context.tx, team.account_id, team.id, { members });
      return { change: changed(team, `user ${user.id} out`), shown: { team: team.id, email: user.email } };
    },
  },
  {
    name: 'teams schedule',
    summary: 'When a team takes leads: always, or days and times',
    args: ['team', 'schedule'],
    options: { 'time-zone': { type: 'text', help: 'the account’s unless said' } },
    run: async (context) => {
      const team = await teamOf(context.tx, context);
      const account = await accountOf(context.tx, team.account_id);
      const schedule = readSchedule(context.args[1] ?? '', context.text('time-zone') ?? account.time_zone);
      const { subject } = await changeTeam(context.tx, team.account_id, team.id, { schedule });
      return { change: { accountId: team.account_id, subject }, shown: { id: team.id, schedule } };
    },
  },
  {
    name: 'profiles show',
    summary: 'How a team’s leads are called',
    args: ['team'],
    run: async (context) => {
      const team = await teamOf(context.tx, context);
      const [row] = await context.tx.select().from(profiles).where(eq(profiles.team_id, team.id));
      if (!row) throw new AdminError('This team has no profile.');
      return { shown: row };
    },
  },
  {
    name: 'profiles set',
    summary: 'Changes how a team’s leads are called',
    args: ['team'],
    options: {
      mode: { type: 'text', help: 'how agents are rung', one_of: MODES },
      retries: { type: 'numbers', help: 'minutes until each further try to reach an agent, such as 1,5,30' },
      followups: { type: 'numbers', help: 'minutes until each further try to reach the lead' },
      whisper: { type: 'text', help: 'text about the lead, with {fname}, {company}, …; empty: none' },
      records: { type: 'yes-no', help: 'conversations are recorded' },
      announces: {
        type: 'text',
        help: 'whether people are told of the recording; yes and no are always and never',
        one_of: [...ANNOUNCEMENTS, 'yes', 'no'],
      },
      text: { type: 'text', help: 'goes out once to a lead whom nobody could call; empty: none' },
      welcome: {
        type: 'text',
        help: 'what a caller hears first, or the https address of a sound; empty: nothing',
      },
      voicemail: {
        type: 'text',
        help: 'what a caller hears whom nobody takes, before the tone, or the https address of a sound; empty: no voicemail',
      },
      language: { type: 'text', help: 'of these two, such as es-MX; empty: the provider’s own' },
    },
    run: async (context) => {
      const team = await teamOf(context.tx, context);
      const cleared = (name: string) => (context.text(name) === '' ? null : context.text(name));
      const audible = (name: string) => checkedUtterance(`--${name}`, cleared(name));
      const mode = context.text('mode');
      const set = said({
        mode: MODES.find((one) => one === mode),
        retry_minutes: context.numbers('retries') && [...(context.numbers('retries') ?? [])],
        followup_minutes: context.numbers('followups') && [...(context.numbers('followups') ?? [])],
        whisper_template: cleared('whisper'),
        records: context.yes('records'),
        recording_announcement: announcementIn(context.text('announces')),
        missed_text: cleared('text'),
        welcome_message: audible('welcome'),
        voicemail_greeting: audible('voicemail'),
        greeting_language: cleared('language'),
      });
      if (Object.keys(set).length === 0) throw new AdminError('Say what should change.');
      const { subject } = await changeTeam(context.tx, team.account_id, team.id, { profile: set });
      return {
        change: { accountId: team.account_id, subject },
        shown: { team: team.id, ...set },
      };
    },
  },
];

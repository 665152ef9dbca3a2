/** Adds an account with teams in several time zones, each with hours, agents with phones, and retry rules. */

import type { WeeklySchedule } from '@offhook/contract/weekly-schedule';
import { hashToken, type Sessions } from '../../accounts/sign-in/sessions.ts';
import { type Database, insert } from '../../platform/database/database.ts';
import {
  accounts,
  apiKeys,
  numbers,
  presence,
  profiles,
  teamMembers,
  teams,
  users,
} from '../../platform/database/schema.ts';
import { sessionCookieName } from '../../platform/http/caller.ts';
import { PUBLIC_URL } from './edge.ts';

export const API_KEY = 'week';
export const ZONES = ['America/New_York', 'America/Denver', 'America/Los_Angeles', 'Europe/London'] as const;

export interface WeekTeam {
  readonly id: number;
  readonly schedule: WeeklySchedule | null;
  readonly agents: readonly WeekAgent[];
}

export interface WeekAgent {
  readonly id: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** Team settings. The first team rings round robin, is always open and never retries. */
const TEAM_KINDS = [
  { mode: 'round_robin', schedule: null, retries: [], followups: [] },
  { mode: 'simultaneous', schedule: null, retries: [1, 5], followups: [30, 240] },
  { mode: 'simultaneous', schedule: [540, 1_080], retries: [1, 5, 30], followups: [60, 240] },
  { mode: 'round_robin', schedule: [1_080, 120], retries: [5], followups: [60] },
] as const;

export async function addWeekAccount(
  db: Database,
  sessions: Sessions,
  count: { readonly teams: number; readonly agentsPerTeam: number },
): Promise<readonly WeekTeam[]> {
  const account = await insert(db, accounts, {
    name: 'Week',
    country_code: 'US',
    time_zone: 'America/New_York',
  });
  const account_id = account.id;
  await db.insert(apiKeys).values({ account_id, name: 'Forms', key_hash: hashToken(API_KEY) });
  const addedTeams: WeekTeam[] = [];
  for (let index = 0; index < count.teams; index++) {
    const kind = TEAM_KINDS[index === 0 ? 0 : 1 + ((index - 1) % 3)];
    if (!kind) throw new Error('unknown kind of team');
    const schedule: WeeklySchedule | null = kind.schedule && {
      time_zone: ZONES[index % ZONES.length] ?? 'UTC',
      pieces: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: kind.schedule[0], to: kind.schedule[1] })),
    };
    const team = await insert(db, teams, {
      account_id,
      name: `Team ${index}`,
      schedule,
      fallback_team_id: index > 1 ? (addedTeams[index - 1]?.id ?? null) : null,
    });
    await db.insert(profiles).values({
      account_id,
      team_id: team.id,
      mode: kind.mode,
      records: false,
      retry_minutes: [...kind.retries],
      followup_minutes: [...kind.followups],
    });
    await db.insert(numbers).values({
      account_id,
      team_id: team.id,
      phone_number: `+1646555${String(1_000 + index)}`,
    });
    const agents: WeekAgent[] = [];
    for (let nth = 0; nth < count.agentsPerTeam; nth++)
      agents.push(await addAgent(db, sessions, account_id, team.id, `${nth}.${index}@week.test`));
    addedTeams.push({ id: team.id, schedule, agents });
  }
  return addedTeams;
}

/** Adds an agent whose phone is open but has reported nothing for years. */
export async function addAgent(
  db: Database,
  sessions: Sessions,
  accountId: number,
  teamId: number,
  email: string,
): Promise<WeekAgent> {
  const user = await insert(db, users, {
    account_id: accountId,
    email,
    full_name: email,
    password_hash: 'none',
    time_zone: 'America/New_York',
  });
  await db.insert(teamMembers).values({ team_id: teamId, user_id: user.id });
  const token = await sessions.open(user.id);
  await db.insert(presence).values({
    user_id: user.id,
    phone_id: `phone-${user.id}`,
    state: 'waiting',
    device: 'registered',
    audio: 'ready',
    session_hash: hashToken(token),
    renewed_at: new Date(0),
  });
  return { id: user.id, headers: sessionHeaders(sessions, token) };
}

export const sessionHeaders = (sessions: Sessions, token: string): Readonly<Record<string, string>> => ({
  cookie: `${sessionCookieName(PUBLIC_URL)}=${token}`,
  'x-csrf-token': sessions.csrfToken(token),
});

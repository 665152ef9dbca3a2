/** The account of the simulated hour: 200 agents in eight teams, and a supervisor who watches the board. */

import { hashToken, type Sessions } from '../../accounts/sign-in/sessions.ts';
import { type Database, insert } from '../../platform/database/database.ts';
import { accounts, apiKeys, numbers, profiles, teams, users } from '../../platform/database/schema.ts';
import { addAgent, sessionHeaders, type WeekAgent } from '../world/week-account.ts';

export const API_KEY = 'hour';
export const ZONE = 'America/New_York';

export interface HourTeam {
  readonly id: number;
  readonly number: string;
  readonly agents: readonly WeekAgent[];
  /** How many of 100 rings its agents accept. */
  readonly acceptPercent: number;
  readonly wrapUp: 'none' | 'until_done' | 'fixed';
  readonly wrapUpSeconds: number;
  readonly retries: number;
}

export interface HourAccount {
  readonly id: number;
  readonly teams: readonly HourTeam[];
  readonly supervisor: Readonly<Record<string, string>>;
}

const USUAL = {
  agents: 28,
  mode: 'round_robin',
  wrapUp: 'none',
  wrapUpSeconds: 30,
  retryMinutes: [] as readonly number[],
  acceptPercent: 78,
} as const;

/** The last team is small and hardly accepts a ring, so that leads wait, are retried and are missed. */
const TEAM_KINDS = [
  USUAL,
  { ...USUAL, wrapUp: 'fixed', wrapUpSeconds: 40 },
  { ...USUAL, wrapUp: 'until_done', retryMinutes: [2] },
  { ...USUAL, wrapUp: 'fixed', wrapUpSeconds: 20, retryMinutes: [2] },
  USUAL,
  { ...USUAL, wrapUp: 'until_done' },
  { ...USUAL, mode: 'simultaneous' },
  { ...USUAL, agents: 4, acceptPercent: 12, retryMinutes: [2] },
] as const;

export async function addHourAccount(db: Database, sessions: Sessions): Promise<HourAccount> {
  const account = await insert(db, accounts, { name: 'Hour', country_code: 'US', time_zone: ZONE });
  const account_id = account.id;
  await db.insert(apiKeys).values({ account_id, name: 'Forms', key_hash: hashToken(API_KEY) });
  const added: HourTeam[] = [];
  for (const [index, kind] of TEAM_KINDS.entries()) {
    const team = await insert(db, teams, { account_id, name: `Team ${index}` });
    await db.insert(profiles).values({
      account_id,
      team_id: team.id,
      mode: kind.mode,
      records: false,
      retry_minutes: [...kind.retryMinutes],
      wrap_up: kind.wrapUp,
      wrap_up_seconds: kind.wrapUpSeconds,
    });
    const number = `+1646555${String(1_000 + index)}`;
    await db.insert(numbers).values({ account_id, team_id: team.id, phone_number: number });
    const agents: WeekAgent[] = [];
    for (let nth = 0; nth < kind.agents; nth++)
      agents.push(await addAgent(db, sessions, account_id, team.id, `${nth}.${index}@hour.test`));
    added.push({ ...kind, id: team.id, number, agents, retries: kind.retryMinutes.length });
  }
  const supervisor = await insert(db, users, {
    account_id,
    email: 'supervisor@hour.test',
    full_name: 'Supervisor',
    password_hash: 'none',
    time_zone: ZONE,
    permissions: ['listen', 'whisper', 'barge'],
  });
  return {
    id: account_id,
    teams: added,
    supervisor: sessionHeaders(sessions, await sessions.open(supervisor.id)),
  };
}

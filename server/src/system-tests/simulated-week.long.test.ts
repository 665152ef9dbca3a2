// A simulated week on a virtual clock, in one PostgreSQL that two server processes share. One of them is killed at
// random moments and replaced.

import { randomBytes } from 'node:crypto';
import { localTime } from '@offhook/contract/weekly-schedule';
import { eq, isNull, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createSessions } from '../accounts/sign-in/sessions.ts';
import { nextAttempt } from '../leads/core/call-times/next-attempt.ts';
import { toLastCall } from '../leads/scheduled-calls/scheduled-calls.ts';
import { type Database, queryRows } from '../platform/database/database.ts';
import { openPostgres } from '../platform/database/postgres.ts';
import {
  calls,
  callUsers,
  leads,
  presence,
  profiles,
  scheduledCalls,
  teams,
} from '../platform/database/schema.ts';
import { run } from '../testing/database/postgres.ts';
import { ACCOUNT } from '../testing/servers/keys.ts';
import { type ServerProcesses, startServerProcesses } from '../testing/servers/server-processes.ts';
import { type FakeProvider, startFakeProvider } from '../testing/world/fake-provider.ts';
import { API_KEY, addWeekAccount, type WeekTeam, ZONES } from '../testing/world/week-account.ts';
import { createWeekNetwork, type NetworkLead, type WeekNetwork } from '../testing/world/week-network.ts';

/** Set OFFHOOK_WEEK=5000 for a large account. */
const LEADS = Number(process.env['OFFHOOK_WEEK'] ?? 24);
const AGENTS = Math.max(12, LEADS / 25);
const TEAMS = Math.max(4, Math.round(AGENTS / 10));
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;
/** Includes the start of daylight saving time in the US, on Sunday. */
const START = Date.UTC(2026, 2, 4);
const END = START + 7 * DAY;
/** A killed process's lease on work expires within this time. */
const RECOVERY_MS = 30 * SECOND;
const RECONCILE_MS = 30 * SECOND;
const RENEW_MS = 4 * SECOND;
const PUBLIC_URL = 'https://offhook.test';
const SECRET = 'a test secret of 32 characters...';

interface WeekLead extends NetworkLead {
  readonly arrivesAt: number;
  readonly team: number;
}

interface Week {
  readonly db: Database;
  readonly teams: readonly WeekTeam[];
  readonly leads: readonly WeekLead[];
  readonly network: WeekNetwork;
  readonly provider: FakeProvider;
  readonly servers: ServerProcesses;
  readonly abandoned: readonly string[];
}

function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function atMinute(zone: string, day: number, minute: number): number {
  const from = START + day * DAY;
  for (let at = from; ; at += MINUTE) if (localTime(zone, at).minute === minute) return at;
}

function createLeads(random: () => number): WeekLead[] {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const added: WeekLead[] = [];
  const add = (lead: Pick<WeekLead, 'arrivesAt' | 'team' | 'zone'>) =>
    added.push({
      ...lead,
      phoneNumber: `+1${415 + Math.floor(added.length / 5_000)}555${String(2_000 + (added.length % 5_000))}`,
      answerProbability: 0.3 + random() * 0.6,
    });
  // Leads of the first team arrive during the day, far enough apart that all agents are free.
  const firstTeamLeads = Math.min(80, Math.round(LEADS / 4));
  for (let index = 0; index < firstTeamLeads; index++) {
    const minute = 600 + Math.floor(index / 5) * 30;
    add({ team: 0, zone: 'America/New_York', arrivesAt: atMinute('America/New_York', index % 5, minute) });
  }
  // Just before calling hours end.
  for (let day = 0; day < 5; day++) {
    const zone = ZONES[day % ZONES.length] ?? 'UTC';
    add({ team: 1, zone, arrivesAt: atMinute(zone, day, 1_259) + (40 + day * 4) * SECOND });
  }
  while (added.length < LEADS) {
    const arrivesAt = START + Math.floor((random() * 5.5 * DAY) / SECOND) * SECOND;
    const burst = 1 + Math.floor(random() * 4);
    for (let count = 0; count < burst && added.length < LEADS; count++)
      add({ team: 1 + Math.floor(random() * (TEAMS - 1)), zone: pick(ZONES), arrivesAt });
  }
  return added.sort((a, b) => a.arrivesAt - b.arrivesAt);
}

async function runWeek(url: string, cleanups: (() => Promise<unknown>)[]): Promise<Week> {
  const random = randomNumbers(11);
  const { db, close } = await openPostgres(url, () => undefined);
  cleanups.push(close);
  let now = START;
  const sessions = createSessions({ db, clock: { now: () => now }, secret: SECRET });
  const weekTeams = await addWeekAccount(db, sessions, {
    teams: TEAMS,
    agentsPerTeam: Math.round(AGENTS / TEAMS),
  });
  const agents = new Map(weekTeams.flatMap((team) => team.agents).map((agent) => [agent.id, agent]));
  const weekLeads = createLeads(random);
  const byNumber = new Map(weekLeads.map((lead) => [lead.phoneNumber, lead]));
  const required = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('A required value is undefined.');
    return value;
  };

  let servers: ServerProcesses | undefined;
  let eventsToNextKill = 0;
  const onProgress = () => {
    eventsToNextKill -= 1;
    if (eventsToNextKill > 0 || !servers) return;
    // A random delay, so that the server may die at any line of code.
    const wait = random() * 20;
    eventsToNextKill = 40 + Math.floor(random() * 100);
    setTimeout(() => servers?.kill(), wait);
  };
  const network = createWeekNetwork({
    servers: () => required(servers),
    agent: (id) => required(agents.get(id)),
    lead: (number) => required(byNumber.get(number)),
    random,
    publicUrl: PUBLIC_URL,
    authToken: ACCOUNT.authToken,
    onActivity: onProgress,
  });
  const provider = await startFakeProvider({ now: () => now, network });
  cleanups.push(provider.stop);
  servers = await startServerProcesses(
    {
      databaseUrl: url,
      providerPort: provider.port,
      publicUrl: PUBLIC_URL,
      sessionSecret: SECRET,
    },
    START,
    random,
  );
  cleanups.push(servers.stop);
  eventsToNextKill = 30;

  let renewedAt = 0;
  async function renewLeases(): Promise<void> {
    if (now - renewedAt < RENEW_MS) return;
    renewedAt = now;
    const day = Math.floor(now / DAY);
    const isPresent = sql`${presence.user_id} <= ${weekTeams[0]?.agents.at(-1)?.id ?? 0}
      or (${presence.user_id} * 7 + ${day}::bigint) % 9 <> 0`;
    await db
      .update(presence)
      .set({ renewed_at: new Date(now), unreachable_at: null, unreachable_reason: null })
      .where(isPresent);
  }

  const arrivals = [...weekLeads];
  async function postArrivals(): Promise<void> {
    const due = arrivals.splice(0, arrivals.filter(({ arrivesAt }) => arrivesAt <= now).length);
    await Promise.all(
      due.map(async ({ phoneNumber, zone, team }) => {
        onProgress();
        const { status, text } = await required(servers).send('/api/v1/leads', {
          method: 'POST',
          headers: {
            authorization: `Bearer ${API_KEY}`,
            'content-type': 'application/json',
            'idempotency-key': phoneNumber,
          },
          body: JSON.stringify({
            phone_number: phoneNumber,
            time_zone: zone,
            team_id: required(weekTeams[team]).id,
          }),
        });
        if (status !== 200) throw new Error(`a lead was rejected: ${status} ${text}`);
      }),
    );
  }

  const at = (ms: number) => new Date(ms).toISOString();
  const inList = (names: readonly string[]) =>
    sql`(${sql.join(
      ['nobody', ...names].map((name) => sql`${name}`),
      sql`, `,
    )})`;

  async function settle(): Promise<void> {
    const end = performance.now() + 120_000;
    for (;;) {
      await network.advanceTo(now);
      const [rows] = await queryRows<{ working: string; waiting: string }>(
        db,
        sql`select
            count(*) filter (where claimed_until >= ${at(now)} and claimed_by in ${inList(required(servers).runningNames())}) as working,
            count(*) filter (where claimed_until is null or claimed_until < ${at(now)}) as waiting
          from effects where done_at is null and due_at <= ${at(now)}`,
      );
      if (network.isBusy()) continue;
      const { working, waiting } = rows ?? { working: 0, waiting: 0 };
      if (Number(working) === 0 && Number(waiting) === 0) return;
      if (performance.now() > end) throw new Error(`work never settled: ${working} ${waiting}`);
      if (Number(waiting) > 0) await required(servers).setTime(now);
      else await new Promise((resolve) => setTimeout(resolve, 2));
    }
  }

  const abandoned: string[] = [];
  async function findAbandoned(): Promise<void> {
    const dead = required(servers).killed.filter((one) => now > one.at + RECOVERY_MS);
    const rows = await queryRows<{ id: string; kind: string; claimed_by: string }>(
      db,
      sql`select id, kind, claimed_by from effects where done_at is null
        and claimed_by in ${inList(dead.map(({ name }) => name))}`,
    );
    for (const { id, kind, claimed_by } of rows) abandoned.push(`${kind} ${id} of ${claimed_by}`);
  }

  let reconciledAt = START;
  /** The next time anything can happen, in whole seconds. */
  async function nextMoment(): Promise<number> {
    const [row] = await queryRows<{ at: string | null; overdue: boolean; open: boolean }>(
      db,
      sql`select extract(epoch from min(moment)) * 1000 as at,
          exists (select 1 from ${scheduledCalls} where ended_at is null and due_at <= ${at(now)}) as overdue,
          exists (select 1 from ${calls} where ended_at is null) as open
        from (
          select due_at as moment from effects where done_at is null and due_at > ${at(now)}
          union all select claimed_until from effects where done_at is null and claimed_until >= ${at(now)}
          union all select due_at from ${scheduledCalls} where ended_at is null and due_at > ${at(now)}
        ) moments`,
    );
    const moments = [row?.at ? Number(row.at) : END, network.next() ?? END, arrivals[0]?.arrivesAt ?? END];
    if (row?.overdue) moments.push(now + 20 * SECOND);
    if (row?.open) moments.push(reconciledAt + RECONCILE_MS);
    return Math.max(now + SECOND, Math.ceil((Math.min(...moments) + 1) / SECOND) * SECOND);
  }

  async function step(): Promise<void> {
    await required(servers).untilAllRunning();
    now = await nextMoment();
    await renewLeases();
    const isReconcileDue = now - reconciledAt >= RECONCILE_MS;
    if (isReconcileDue) reconciledAt = now;
    await Promise.all([
      required(servers).setTime(now, isReconcileDue),
      network.advanceTo(now),
      postArrivals(),
    ]);
    await settle();
    await findAbandoned();
  }

  while (now < END) await step();
  const hasOpenCalls = async () =>
    (await db.select({ id: calls.id }).from(calls).where(isNull(calls.ended_at))).length > 0;
  while (now < END + 60 * MINUTE && (await hasOpenCalls())) await step();
  return { db, teams: weekTeams, leads: weekLeads, network, provider, servers, abandoned };
}

const database = inject('offhookPostgres');
if (database === null) console.log('No PostgreSQL found: the simulated week is skipped.');

describe.skipIf(database === null)(
  'a week of two servers on one PostgreSQL, one of them killed repeatedly',
  () => {
    let week: Week;
    const cleanups: (() => Promise<unknown>)[] = [];
    beforeAll(
      async () => {
        const url = (name: string) => (database ?? '').replace('{database}', name);
        const name = `week_${randomBytes(8).toString('hex')}`;
        await run(url('postgres'), `create database ${name}`);
        cleanups.push(() => run(url('postgres'), `drop database ${name} with (force)`));
        week = await runWeek(url(name), cleanups);
      },
      600_000 + LEADS * 10_000,
    );
    afterAll(async () => {
      for (const cleanUp of cleanups.reverse()) await cleanUp();
    });

    it('loses no lead: each was contacted, removed or given up after all retries, or is scheduled', async () => {
      const { db } = week;
      const rows = await db
        .select({ lead: leads, call: calls, profile: profiles, team: teams, scheduledCall: scheduledCalls })
        .from(leads)
        .leftJoin(
          calls,
          sql`${calls.id} = (select max(newest.id) from calls newest where newest.lead_id = ${leads.id})`,
        )
        .leftJoin(profiles, eq(profiles.id, calls.profile_id))
        .leftJoin(teams, eq(teams.id, calls.team_id))
        .leftJoin(
          scheduledCalls,
          sql`${scheduledCalls.lead_id} = ${leads.id} and ${scheduledCalls.ended_at} is null`,
        );
      const isFinal = ({ call, profile, team }: (typeof rows)[number]) =>
        call !== null &&
        call.ended_at !== null &&
        (call.result === 'contacted' ||
          call.result === 'removed' ||
          nextAttempt(toLastCall(call), {
            retryMinutes: profile?.retry_minutes ?? [],
            followupMinutes: profile?.followup_minutes ?? [],
            hasFallback: team !== null && team.fallback_team_id !== null,
          }) === null);
      expect(rows.map(({ lead }) => lead.phone_number).sort()).toEqual(
        week.leads.map(({ phoneNumber }) => phoneNumber).sort(),
      );
      expect(rows.filter((row) => row.scheduledCall === null && !isFinal(row))).toEqual([]);
      expect(rows.filter((row) => row.scheduledCall !== null && isFinal(row))).toEqual([]);
    });

    it('connects only the handling agent to each call', async () => {
      const { db, network } = week;
      const several = [...network.winners].filter(([, callUserIds]) => callUserIds.size > 1);
      expect(several).toEqual([]);
      const rows = await db.select({ id: calls.id, claimedBy: calls.claimed_by }).from(calls);
      const claimed = rows.filter(({ claimedBy }) => claimedBy !== null);
      expect(claimed.map(({ id, claimedBy }) => [id, [claimedBy]]).sort()).toEqual(
        [...network.winners].map(([id, callUserIds]) => [id, [...callUserIds]]).sort(),
      );
    });

    it('calls no lead outside calling hours or twice at the same time, and rejects no request', () => {
      expect(week.network.violations).toEqual([]);
    });

    it('requests each ring and each dial from the provider once', () => {
      const { provider } = week;
      const rings = provider.requests('create').map(({ target }) => target);
      const dials = provider.requests('participant').map(({ fields }) => fields['Label']);
      expect(rings.filter((one, index) => rings.indexOf(one) !== index)).toEqual([]);
      expect(dials.filter((one, index) => dials.indexOf(one) !== index)).toEqual([]);
    });

    it('resumes a killed server’s work within 30 seconds', () => {
      expect(week.abandoned).toEqual([]);
    });

    it('rings the agents of a team in turn: their ring counts differ by at most one', async () => {
      const {
        db,
        teams: [first],
      } = week;
      const ids = first?.agents.map(({ id }) => id) ?? [];
      const rows = await db
        .select({ userId: callUsers.user_id })
        .from(callUsers)
        .innerJoin(calls, eq(calls.id, callUsers.call_id))
        .where(eq(calls.team_id, first?.id ?? 0));
      const counts = ids.map((id) => rows.filter(({ userId }) => userId === id).length);
      expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
    });

    it('has enough events to be meaningful', async () => {
      const { db, network, servers } = week;
      const rows = await db.select().from(calls);
      const { talks, dials } = network.counts;
      expect(servers.killed.length).toBeGreaterThanOrEqual(3);
      expect(rows.filter(({ planned_for }) => planned_for !== null).length).toBeGreaterThanOrEqual(5);
      expect(rows.some(({ result }) => result === 'contacted')).toBe(true);
      expect(talks).toBeGreaterThan(0);
      expect(dials).toBeGreaterThanOrEqual(talks);
    });
  },
);

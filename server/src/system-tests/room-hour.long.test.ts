// An hour of leads with 200 simulated agents on a virtual clock, in one PostgreSQL that two server processes share. A
// supervisor watches the board, and reads the reports afterwards. Both are compared with a recount of the rows
// and with what the agents noted themselves.

import { randomBytes } from 'node:crypto';
import type { Disposition } from '@offhook/contract/calls/dispositions';
import { applyBoardChanges, type BoardCopy, sinceCopies } from '@offhook/contract/console/board-changes';
import type { Board, BoardAgent, BoardState } from '@offhook/contract/console/board-entities';
import { CONSOLE_REQUESTS } from '@offhook/contract/console/console';
import type { Report } from '@offhook/contract/console/report-entities';
import { ne, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createSessions } from '../accounts/sign-in/sessions.ts';
import { type Database, queryRows } from '../platform/database/database.ts';
import { openPostgres } from '../platform/database/postgres.ts';
import { calls, callUsers, legs, presence, scheduledCalls } from '../platform/database/schema.ts';
import { buildBuckets } from '../reports/figures/build-buckets.ts';
import { run } from '../testing/database/postgres.ts';
import { addHourAccount, type HourAccount, ZONE } from '../testing/hour/account.ts';
import {
  createDiary,
  type Diary,
  type DiaryCall,
  type DiaryFigures,
  figuresOf,
  longestTalk,
  partyOf,
} from '../testing/hour/diary.ts';
import type { AgentNow } from '../testing/hour/hour.ts';
import { addMovingClock, moveClock } from '../testing/hour/moving-clock.ts';
import { createPeople, type People } from '../testing/hour/people.ts';
import { expectReport } from '../testing/reports/check-reports.ts';
import { readRecount } from '../testing/reports/recount.ts';
import { ACCOUNT } from '../testing/servers/keys.ts';
import { type ServerProcesses, startServerProcesses } from '../testing/servers/server-processes.ts';
import { startFakeProvider } from '../testing/world/fake-provider.ts';

/** Leads of the hour, beside one inbound caller for every eight of them. */
const LEADS = Number(process.env['OFFHOOK_HOUR'] ?? 320);
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** Events of the agents and the server happen on this grid, so that the virtual hour takes few steps. */
const STEP = 2 * SECOND;
/** 9:40 in New York, so that the hour covers parts of two local hours. */
const START = Date.UTC(2026, 2, 4, 14, 40);
const END = START + HOUR;
const DAY = '2026-03-04';
const SAMPLE_MS = 90 * SECOND;
const PUBLIC_URL = 'https://offhook.test';
const SECRET = 'a test secret of 32 characters...';

interface Sample {
  readonly at: number;
  readonly counts: Readonly<Record<BoardState, number>>;
  readonly waiting: number;
  readonly longestWaitSeconds: number;
  readonly missed: number;
}

interface Room {
  readonly db: Database;
  readonly account: HourAccount;
  readonly diary: Diary;
  readonly people: People;
  readonly samples: readonly Sample[];
  readonly differences: readonly unknown[];
  /** Moves the clock and does everything that is due by then. */
  advanceTo(at: number): Promise<void>;
  ask(path: string): Promise<unknown>;
}

function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

async function runHour(url: string, database: string, cleanups: (() => Promise<unknown>)[]): Promise<Room> {
  const random = randomNumbers(5);
  await addMovingClock(url, database, START);
  const { db, close } = await openPostgres(url, () => undefined);
  cleanups.push(close);
  let now = START;
  const sessions = createSessions({ db, clock: { now: () => now }, secret: SECRET });
  const account = await addHourAccount(db, sessions);
  const diary = createDiary();

  let servers: ServerProcesses | undefined;
  const running = () => {
    if (!servers) throw new Error('The servers are not running.');
    return servers;
  };
  const people = createPeople({
    account,
    diary,
    servers: running,
    provided: (call) => void provider.calls.set(call.sid, call),
    random,
    publicUrl: PUBLIC_URL,
    authToken: ACCOUNT.authToken,
  });
  const provider = await startFakeProvider({ now: () => now, network: people });
  cleanups.push(provider.stop);
  servers = await startServerProcesses(
    { databaseUrl: url, providerPort: provider.port, publicUrl: PUBLIC_URL, sessionSecret: SECRET },
    START,
    random,
  );
  cleanups.push(servers.stop);

  /** Reporting all phones every four seconds would take longer than everything else. */
  const renewLeases = () =>
    db
      .update(presence)
      .set({ renewed_at: new Date(now) })
      .where(sql`extract(epoch from ${presence.renewed_at}) > 0 or ${presence.changed_at} is null`);

  async function settle(): Promise<void> {
    const end = performance.now() + 120_000;
    for (;;) {
      await people.advanceTo(now);
      const at = new Date(now).toISOString();
      const [due] = await queryRows<{ count: string }>(
        db,
        sql`select count(*) from effects where done_at is null and due_at <= ${at}`,
      );
      if (people.isBusy()) continue;
      if (Number(due?.count) === 0) return;
      if (performance.now() > end) throw new Error(`work never settled: ${due?.count}`);
      await running().setTime(now);
    }
  }

  async function nextMoment(): Promise<number> {
    const at = new Date(now).toISOString();
    const [row] = await queryRows<{ at: string | null; overdue: boolean }>(
      db,
      sql`select extract(epoch from min(moment)) * 1000 as at,
          exists (select 1 from ${scheduledCalls} where ended_at is null and due_at <= ${at}) as overdue
        from (
          select due_at as moment from effects where done_at is null and due_at > ${at}
          union all select due_at from ${scheduledCalls} where ended_at is null and due_at > ${at}
        ) moments`,
    );
    const moments = [row?.at ? Number(row.at) : Infinity, people.next() ?? Infinity, sampleAt];
    if (row?.overdue) moments.push(now + 6 * SECOND);
    return Math.max(now + STEP, Math.ceil((Math.min(...moments) + 1) / STEP) * STEP);
  }

  let sampleAt = START + SAMPLE_MS;
  async function advanceTo(at: number): Promise<void> {
    while (now < at) {
      now = Math.min(await nextMoment(), at);
      await moveClock(db, now);
      await renewLeases();
      await Promise.all([running().setTime(now), people.advanceTo(now)]);
      await settle();
      people.check();
      if (now < sampleAt) continue;
      sampleAt = now + SAMPLE_MS;
      if (now <= END) await sample();
    }
  }

  const ask = async (path: string): Promise<unknown> => {
    const { status, text } = await running().send(path, { headers: account.supervisor });
    if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
    return JSON.parse(text);
  };

  let copies: readonly BoardCopy[] = [];
  const samples: Sample[] = [];
  const differences: unknown[] = [];
  async function sample(): Promise<void> {
    const since = encodeURIComponent(sinceCopies(copies));
    const answer = await ask(`/api/v1/console/board/changes?since=${since}`);
    copies = applyBoardChanges(copies, CONSOLE_REQUESTS.readBoardChanges.response.parse(answer));
    const board = copies[0]?.board;
    if (!board) throw new Error('There is no board.');
    const whole = (await ask('/api/v1/console/board')) as Board;
    const minute = (now - START) / MINUTE;
    const compare = (what: string, shown: unknown, expected: unknown) => {
      if (JSON.stringify(shown) !== JSON.stringify(expected))
        differences.push({ minute, what, shown, expected });
    };
    const byId = (agents: readonly BoardAgent[]) => agents.toSorted((a, b) => a.id - b.id);
    compare('the board from its changes', byId(board.agents), byId(whole.agents));
    for (const agent of people.agents.values()) {
      const tile = board.agents.find(({ id }) => id === agent.id);
      compare(`agent ${agent.id}`, tile && tileOf(tile), expectedTile(agent));
    }
    const recount = await recountMoment(db, account.id, now);
    const states = countStates(board.agents.filter(({ id }) => people.agents.has(id)));
    compare('states', states, countStates([...people.agents.values()].map(expectedTile)));
    compare('agents in calls', states.oncall + states.held, recount.inCall);
    compare('agents rung', states.ringing, recount.rung);
    compare(
      'waiting leads',
      board.waiting.map(({ call_id, planned_id, since: from, ringing }) => [
        call_id,
        planned_id,
        Date.parse(from),
        ringing,
      ]),
      recount.waiting,
    );
    compare('number of waiting leads', board.waiting_total, recount.waiting.length);
    const ringing = board.waiting.filter((one) => one.call_id !== null && one.ringing > 0);
    compare(
      'leads that ring agents',
      ringing.map(({ call_id, ringing: count, since: from }) => [call_id, count, Date.parse(from)]).sort(),
      [...diary.calls.values()]
        .flatMap((call) => {
          const count = call.rings.filter(({ to }) => to === null).length;
          return count === 0 ? [] : [[call.id, count, waitsSince(diary, call)]];
        })
        .sort(),
    );
    const { total, hours, sources } = (await readRecount(db, account.id, ZONE))({ from: DAY, to: DAY });
    const { today } = board;
    compare(
      'today',
      [today.leads, today.contacted, today.removed, today.missed],
      [total.leads, total.contacted, total.removed, total.missed + total.voicemail],
    );
    compare(
      'hours of today',
      today.hours
        .filter(({ leads }) => leads > 0)
        .map((one) => [one.hour, one.leads, one.contacted, one.missed]),
      Object.entries(hours)
        .map(([key, one]) => [
          Number(key.split(' ')[1]),
          one.leads,
          one.contacted,
          one.missed + one.voicemail,
        ])
        .sort((a, b) => Number(a[0]) - Number(b[0])),
    );
    const sent = [...diary.calls.values()].filter((call) => partyOf(call).kind === 'lead');
    compare(
      'leads that were sent',
      total.leads - (sources['inbound']?.leads ?? 0),
      new Set(sent.map((call) => partyOf(call).phoneNumber)).size,
    );
    compare('longest conversation', today.longest_seconds, longestTalk(diary, now));
    samples.push({
      at: now,
      counts: states,
      waiting: board.waiting_total,
      longestWaitSeconds: Math.max(
        0,
        ...board.waiting.map(({ since: from }) => (now - Date.parse(from)) / SECOND),
      ),
      missed: today.missed,
    });
  }

  planHour(account, people, diary, random);
  await advanceTo(END);
  return { db, account, diary, people, samples, differences, advanceTo, ask };
}

function planHour(account: HourAccount, people: People, diary: Diary, random: () => number): void {
  const grid = (ms: number) => START + Math.floor((random() * ms) / STEP) * STEP + STEP;
  const busyTeams = account.teams.slice(0, -2);
  const [simultaneous, small] = account.teams.slice(-2);
  if (!simultaneous || !small) throw new Error('The account has too few teams.');
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const forms = ['Solar', 'Roof', 'Roof', null];
  let numbers = 2_000;
  const next = () => `+1415555${String(numbers++)}`;
  for (let n = 0; n < LEADS; n++) {
    const phoneNumber = next();
    const team = n % 25 === 0 ? simultaneous : pick(busyTeams);
    const form = pick(forms);
    people.schedule(grid(HOUR - 2 * MINUTE), () => people.postLead({ phoneNumber, team, form }));
  }
  // Far enough apart that all four agents are free.
  for (let minute = 1; minute < 55; minute += 9) {
    const phoneNumber = next();
    people.schedule(START + minute * MINUTE, () =>
      people.postLead({ phoneNumber, team: small, form: 'Roof' }),
    );
  }
  for (let n = 0; n < LEADS / 8; n++) {
    const phoneNumber = next();
    const team = pick(busyTeams);
    const patienceMs = (4 + Math.floor(random() * 24)) * SECOND;
    people.schedule(grid(HOUR - 2 * MINUTE), () => people.callIn({ phoneNumber, team, patienceMs }));
  }
  const agents = [...people.agents.values()].filter(({ team }) => team !== small);
  for (let n = 0; n < 50; n++) {
    const agent = pick(agents);
    const ms = (2 + Math.floor(random() * 8)) * MINUTE;
    people.schedule(grid(HOUR), () => people.takeBreak(agent, ms));
  }
  for (let n = 0; n < 4; n++) {
    const agent = agents[n * 31] as AgentNow;
    people.schedule(grid(HOUR), () => people.leave(agent));
  }
  for (let minute = 10; minute < 60; minute += 5) {
    const result = pick<Disposition>(['contacted', 'contacted', 'removed', 'voicemail']);
    people.schedule(START + minute * MINUTE, async () => {
      const late = [...diary.calls.values()].find(
        (call) =>
          call.result === null && call.endedAt !== null && call.endedAt < START + (minute - 4) * MINUTE,
      );
      if (late) await people.addLateResult(late, result);
    });
  }
}

/** A retry waits since the attempt before it. */
function waitsSince(diary: Diary, call: DiaryCall): number {
  const { phoneNumber, arrivedAt } = partyOf(call);
  const before = [...diary.calls.values()].filter(
    (other) => other.id < call.id && partyOf(other).phoneNumber === phoneNumber,
  );
  return Math.max(arrivedAt, ...before.flatMap(({ rings }) => rings.map(({ to }) => to ?? 0)));
}

const localHour = (at: number) =>
  Number(new Intl.DateTimeFormat('en-US', { timeZone: ZONE, hour: '2-digit', hourCycle: 'h23' }).format(at));

interface Tile {
  readonly state: BoardState;
  readonly since: number | null;
  readonly callId: number | null;
  readonly callStatus: string | null;
  readonly isSignedIn: boolean;
}

const tileOf = ({ state, since, call_id, call_status, is_signed_in }: BoardAgent): Tile => ({
  state,
  since: since === null ? null : Date.parse(since),
  callId: call_id,
  callStatus: call_status,
  isSignedIn: is_signed_in,
});

/** What the agent's tile has to show, by the agent's own record. */
function expectedTile(agent: AgentNow): Tile {
  const base = { callId: null, callStatus: null, isSignedIn: true };
  const { call } = agent;
  const [rung] = agent.rings;
  if (call)
    return {
      state: agent.isHolding ? 'held' : 'oncall',
      since: Math.max(call.acceptedAt ?? 0, call.answeredAt ?? 0),
      callId: call.id,
      callStatus: call.answeredAt === null ? 'Ringing' : null,
      isSignedIn: true,
    };
  if (rung) return { state: 'ringing', since: rung[1].from, ...base, callId: rung[0] };
  if (agent.phone !== 'waiting') {
    const callStatus = agent.phone === 'note' ? 'Add Note' : 'Call Result';
    return { state: 'wrapup', since: agent.lastEndedAt, ...base, callStatus };
  }
  if (!agent.isSignedIn) return { state: 'unavailable', since: null, ...base, isSignedIn: false };
  if (agent.status === 'break') return { state: 'unavailable', since: agent.statusSince, ...base };
  const moments = [agent.phoneChangedAt, agent.lastEndedAt].filter((at) => at !== null);
  return { state: 'available', since: moments.length === 0 ? null : Math.max(...moments), ...base };
}

function countStates(tiles: readonly { readonly state: BoardState }[]) {
  const counts = { ringing: 0, held: 0, oncall: 0, wrapup: 0, available: 0, unavailable: 0 };
  for (const { state } of tiles) counts[state] += 1;
  return counts;
}

/** Counts open calls and waiting leads from all rows. */
async function recountMoment(db: Database, accountId: number, now: number) {
  const parts = await db.select().from(callUsers);
  const open = (await db.select().from(calls)).filter(
    (call) => call.account_id === accountId && call.ended_at === null,
  );
  const plans = (await db.select().from(scheduledCalls)).filter(
    (plan) => plan.account_id === accountId && plan.ended_at === null,
  );
  const withStatus = (status: string) =>
    parts.filter((part) => part.status === status && part.ended_at === null);
  const waitingCalls = open
    .filter(({ claimed_by }) => claimed_by === null)
    .map((call) => ({
      id: call.id,
      isLater: false,
      key: (call.requested_at ?? call.started_at).getTime(),
      row: [
        call.id,
        null,
        (call.requested_at ?? call.started_at).getTime(),
        withStatus('ringing').filter(({ call_id }) => call_id === call.id).length,
      ],
    }));
  const waitingPlans = plans.map((plan) => {
    const isLater = plan.due_at.getTime() > now;
    return {
      id: plan.id,
      isLater,
      key: (isLater ? plan.due_at : plan.requested_at).getTime(),
      row: [null, plan.id, plan.requested_at.getTime(), 0],
    };
  });
  const waiting = [...waitingCalls, ...waitingPlans].sort(
    (a, b) => Number(a.isLater) - Number(b.isLater) || a.key - b.key || a.id - b.id,
  );
  return {
    inCall: withStatus('accepted').length,
    rung: withStatus('ringing').length,
    waiting: waiting.map(({ row }) => row),
  };
}

/** A report's figures, in the diary's words. */
function figuresOfReport({ current, teams, sources, agents }: Report) {
  type Row = Report['teams'][number];
  const shared = (row: Omit<Row, 'id' | 'name'>) => ({
    leads: row.leads,
    contacted: row.contacted,
    voicemail: row.voicemail,
    missed: row.missed,
    removed: row.removed,
    calls: row.calls,
    contacted_calls: row.contacted_calls,
    missed_rings: row.missed_rings,
    talk_seconds: row.talk_seconds,
    hold_seconds: row.hold_seconds,
    wrap_up_seconds: row.wrap_up_seconds,
  });
  const { dialed, answered, inbound, inbound_taken } = current;
  return {
    total: { ...shared(current), dialed, answered, inbound, inbound_taken },
    teams: Object.fromEntries(teams.map((row) => [String(row.id), shared(row)])),
    sources: Object.fromEntries(sources.map((row) => [row.key, shared(row)])),
    agents: Object.fromEntries(agents.map((row) => [String(row.id), shared(row)])),
  };
}

/** Agents who only had a status are in the report too. */
const hasFigures = ({ id: _id, ...row }: Report['agents'][number]) =>
  Object.values(row).some((value) => typeof value === 'number' && value > 0);

function expectedOfDiary(diary: Diary) {
  const { total, teams, sources, agents } = figuresOf(diary, localHour);
  const shared = ({ dialed: _a, answered: _b, inbound: _c, inbound_taken: _d, ...row }: DiaryFigures) => row;
  const each = (rows: Readonly<Record<string, DiaryFigures>>) =>
    Object.fromEntries(Object.entries(rows).map(([key, row]) => [key, shared(row)]));
  return { total, teams: each(teams), sources: each(sources), agents: each(agents) };
}

const database = inject('offhookPostgres');
if (database === null) console.log('No PostgreSQL found: the hour of 200 agents is skipped.');

describe.skipIf(database === null)('an hour of leads with 200 agents', () => {
  let room: Room;
  const cleanups: (() => Promise<unknown>)[] = [];
  beforeAll(
    async () => {
      const url = (name: string) => (database ?? '').replace('{database}', name);
      const name = `hour_${randomBytes(8).toString('hex')}`;
      await run(url('postgres'), `create database ${name}`);
      cleanups.push(() => run(url('postgres'), `drop database ${name} with (force)`));
      room = await runHour(url(name), name, cleanups);
    },
    600_000 + LEADS * 2_000,
  );
  afterAll(async () => {
    for (const cleanUp of cleanups.reverse()) await cleanUp();
  });

  const readReport = async () => (await room.ask(`/api/v1/console/reports?from=${DAY}&to=${DAY}`)) as Report;

  async function expectSameFigures(): Promise<void> {
    const report = await readReport();
    const { db, account, diary } = room;
    const recount = await readRecount(db, account.id, ZONE);
    const query = { from: DAY, to: DAY };
    const counted = recount(query).agents;
    const isCounted = ({ id }: Report['agents'][number]) => counted[String(id)] !== undefined;
    expect(report.agents.filter((row) => hasFigures(row) && !isCounted(row))).toEqual([]);
    expectReport({ ...report, agents: report.agents.filter(isCounted) }, recount, query);
    expect(figuresOfReport({ ...report, agents: report.agents.filter(hasFigures) })).toEqual(
      expectedOfDiary(diary),
    );
    const { hours } = figuresOf(diary, localHour);
    expect(report.hours.map(({ hour, calls: count }) => [String(hour), count])).toEqual(
      Object.entries(hours).map(([hour, figures]) => [hour, figures.calls]),
    );
  }

  it('rejects no request, gives no agent two calls or rings, and gives no lead to two agents', () => {
    expect(room.people.violations).toEqual([]);
  });

  it('asks the provider for each planned ring and each dial exactly once', async () => {
    const rows = await room.db.select().from(legs).where(ne(legs.kind, 'caller'));
    expect(rows.length).toBeGreaterThan(LEADS);
    expect(room.people.requested).toEqual(new Map(rows.map(({ id }) => [id, 1])));
  });

  it('shows on the board, at each moment, what the agents do and which leads wait', () => {
    expect(room.differences.slice(0, 5)).toEqual([]);
  });

  it('has calls of all kinds and enough waiting leads to be meaningful', () => {
    const { samples, people, diary } = room;
    expect(people.agents.size).toBe(200);
    expect(samples.length).toBeGreaterThan(30);
    for (const state of ['ringing', 'held', 'oncall', 'wrapup', 'available', 'unavailable'] as const)
      expect(Math.max(...samples.map(({ counts }) => counts[state])), state).toBeGreaterThan(0);
    expect(Math.max(...samples.map(({ longestWaitSeconds }) => longestWaitSeconds))).toBeGreaterThan(20);
    for (const [kind, count] of Object.entries(people.counts)) expect(count, kind).toBeGreaterThan(0);
    const { total } = figuresOf(diary, localHour);
    for (const [figure, count] of Object.entries(total)) expect(count, figure).toBeGreaterThan(0);
  });

  it('agrees in the reports after the hour with the rows and with the agents', async () => {
    // The last conversations and retries end, and both local hours are over.
    await room.advanceTo(END + 40 * MINUTE);
    expect((await readReport()).current.open).toBe(0);
    await expectSameFigures();
  });

  it('agrees after results that come when the figures are stored', async () => {
    const { db, diary, people } = room;
    expect((await buildBuckets(db)).built).toBeGreaterThan(0);
    await expectSameFigures();
    const late = [...diary.calls.values()].filter(
      (call) => call.result === null && call.agentId !== null && call.endedAt !== null,
    );
    expect(late.length).toBeGreaterThan(2);
    for (const [index, call] of late.entries())
      await people.addLateResult(
        call,
        (['contacted', 'voicemail', 'removed'] as const)[index % 3] ?? 'missed',
      );
    await room.advanceTo(END + 42 * MINUTE);
    await expectSameFigures();
  });
});

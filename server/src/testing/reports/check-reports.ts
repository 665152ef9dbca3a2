// Compares reports of random calls with a recount of their rows.

import { CALL_STATUSES } from '@offhook/contract/calls/call-kinds';
import type { Report } from '@offhook/contract/console/report-entities';
import { eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Database } from '../../platform/database/database.ts';
import { accounts, users } from '../../platform/database/schema.ts';
import type { SignedInUser } from '../../platform/http/caller.ts';
import type { Clock } from '../../platform/process/clock.ts';
import { buildBuckets } from '../../reports/figures/build-buckets.ts';
import { missedReason } from '../../reports/figures/core/lost-reasons.ts';
import { createReports, type ReadReport } from '../../reports/figures/report.ts';
import { ACCOUNT, change, firstRow } from '../app/rows.ts';
import {
  addLead,
  addRandomCall,
  changeLate,
  createRandom,
  type Random,
  type RandomAccount,
  readAccount,
} from './random-calls.ts';
import { type Recounted, type RecountQuery, readRecount } from './recount.ts';

/** Clocks in New York went back on November 2. */
const DAY_MS = 86_400_000;
export interface Span {
  readonly from: number;
  readonly to: number;
}

export const SPAN = { from: Date.UTC(2025, 9, 31), to: Date.UTC(2025, 10, 4) };
const ZONES = ['America/New_York', 'Asia/Kolkata'] as const;

export async function supervisorOf(db: Database): Promise<SignedInUser> {
  const row = await firstRow(db.select().from(users).where(eq(users.email, 'supervisor@demo.test')));
  return { ...row, country_code: 'US', custom_crm_url: null, account_language: 'en' };
}

export async function addRandomCalls(
  db: Database,
  random: Random,
  calls: number,
  span: Span,
): Promise<RandomAccount> {
  // The demo's calls are of today, so most hours would be between them and these.
  await db.execute(sql`truncate calls cascade`);
  const account = await readAccount(db, ACCOUNT);
  for (let n = 0; n < 15; n += 1) await addLead(db, random, account);
  for (let n = 0; n < calls; n += 1) await addRandomCall(db, random, account, span);
  return account;
}

type Query = RecountQuery & { readonly team_id?: number };

function randomQuery(random: Random, account: RandomAccount, span: Span): Query {
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  const days = Math.round((span.to - span.from) / DAY_MS);
  const first = span.from + random.below(days) * DAY_MS;
  const query: { -readonly [K in keyof Query]: Query[K] } = {
    from: day(first),
    to: day(first + random.below(Math.min(days, 31)) * DAY_MS),
  };
  if (random.chance(0.3)) query.team_id = random.pick(account.teams);
  if (random.chance(0.3)) query.agent_id = random.pick(account.agents);
  if (random.chance(0.3)) query.source = random.pick(['form:Solar form', 'crm:hubspot', 'intake', 'unknown']);
  if (random.chance(0.3)) query.number_id = random.pick(account.numbers);
  return query;
}

/** The same figures from a report, in the recount's words. */
function figuresOf(report: Report): unknown {
  type Row = Report['teams'][number];
  const figures = ({ id: _id, name: _name, ...row }: Row) => ({
    leads: row.leads,
    contacted: row.contacted,
    voicemail: row.voicemail,
    missed: row.missed,
    removed: row.removed,
    open: row.open,
    calls: row.calls,
    contacted_calls: row.contacted_calls,
    missed_rings: row.missed_rings,
    talk_seconds: row.talk_seconds,
    hold_seconds: row.hold_seconds,
    wrap_up_seconds: row.wrap_up_seconds,
    speed: row.speed,
  });
  const keyed = <T>(rows: readonly T[], keyOf: (row: T) => string, toValue: (row: T) => unknown) =>
    Object.fromEntries(rows.map((row) => [keyOf(row), toValue(row)]));
  const { current } = report;
  const quantity = (item: string) => report.cost.items.find((one) => one.item === item)?.quantity;
  return {
    total: {
      ...figures({ id: null, name: null, ...current }),
      dialed: current.dialed,
      answered: current.answered,
      inbound: current.inbound,
      inbound_taken: current.inbound_taken,
      browser: quantity('browser'),
      outbound: quantity('outbound'),
      inbound_minutes: quantity('inbound'),
      recording: quantity('recording'),
      texts: quantity('text'),
    },
    before: figures({ id: null, name: null, ...report.before.totals }),
    steps: report.steps,
    days: keyed(
      report.days,
      ({ date }) => date,
      ({ leads, contacted, open, calls }) => ({ leads, contacted, open, calls }),
    ),
    hours: keyed(
      report.hours,
      ({ weekday, hour }) => `${weekday} ${hour}`,
      ({ calls, contacted_calls }) => ({ calls, contacted_calls }),
    ),
    teams: keyed(report.teams, ({ id }) => String(id), figures),
    sources: keyed(
      report.sources,
      ({ key }) => key,
      (row) => figures({ id: null, ...row }),
    ),
    numbers: keyed(report.numbers, ({ id }) => String(id), figures),
    agents: keyed(
      report.agents,
      ({ id }) => String(id),
      (row) => figures({ ...row, name: null }),
    ),
    attempts: keyed(
      report.attempts,
      ({ attempt }) => String(attempt),
      ({ leads }) => leads,
    ),
    lost: keyed(
      report.lost,
      ({ reason }) => reason,
      ({ count }) => count,
    ),
  };
}

function expectedOf(expected: Recounted, before: Recounted): unknown {
  type Total = Recounted['total'];
  const seconds = (ms: number) => Math.round(ms / 1000);
  const figures = ({ hold_ms, wrap_up_ms, ...row }: Total) => {
    const { dialed: _a, answered: _b, inbound: _c, inbound_taken: _d, ...rest } = row;
    const { browser: _e, outbound: _f, inbound_minutes: _g, recording: _h, texts: _i, ...own } = rest;
    return { ...own, hold_seconds: seconds(hold_ms), wrap_up_seconds: seconds(wrap_up_ms) };
  };
  const each = (rows: Readonly<Record<string, Total>>, toValue: (row: Total) => unknown) =>
    Object.fromEntries(Object.entries(rows).map(([key, row]) => [key, toValue(row)]));
  const { hold_ms, wrap_up_ms, ...total } = expected.total;
  const lost = Object.entries(expected.lost).map(([status, count]) => [
    missedReason(CALL_STATUSES.find((one) => one === status) ?? 'missed'),
    count,
  ]);
  if (total.voicemail > 0) lost.push(['Reached voicemail only', total.voicemail]);
  if (total.removed > 0) lost.push(['Removed by an agent', total.removed]);
  return {
    total: { ...total, hold_seconds: seconds(hold_ms), wrap_up_seconds: seconds(wrap_up_ms) },
    before: figures(before.total),
    steps: expected.steps,
    days: each(expected.days, ({ leads, contacted, open, calls }) => ({ leads, contacted, open, calls })),
    hours: Object.fromEntries(
      Object.entries(expected.hours).flatMap(([key, { calls, contacted_calls }]) =>
        calls > 0 ? [[key, { calls, contacted_calls }]] : [],
      ),
    ),
    teams: each(expected.teams, figures),
    sources: each(expected.sources, figures),
    numbers: each(expected.numbers, figures),
    agents: each(expected.agents, figures),
    attempts: expected.attempts,
    lost: Object.fromEntries(lost),
  };
}

const shift = (date: string, days: number) =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);

export async function expectRecount(
  db: Database,
  readReport: ReadReport,
  query: Query,
  zone: string,
  supervised: readonly number[] | null = null,
): Promise<void> {
  const user = { ...(await supervisorOf(db)), supervised_team_ids: supervised };
  expectReport(await readReport(user, query), await readRecount(db, ACCOUNT, zone), query, supervised);
}

export function expectReport(
  report: Report,
  recount: (query: RecountQuery) => Recounted,
  query: Query,
  supervised: readonly number[] | null = null,
): void {
  const days = (Date.parse(query.to) - Date.parse(query.from)) / DAY_MS + 1;
  const before = { ...query, from: shift(query.from, -days), to: shift(query.from, -1) };
  // A supervisor of given teams gets the figures of these teams unless one is chosen.
  const ofTeams = supervised && query.team_id === undefined ? { team_id: supervised } : {};
  expect(figuresOf(report), JSON.stringify({ ...query, supervised })).toEqual(
    expectedOf(recount({ ...query, ...ofTeams }), recount({ ...before, ...ofTeams })),
  );
}

export const reportsOf = (db: Database): ReadReport =>
  createReports({ db, clock: { now: () => SPAN.to } as Clock });

/** Builds buckets and changes rows in random order, and compares a report after every change. */
export async function checkReports(
  db: Database,
  seed: number,
  { span = SPAN, calls = 40, rounds = 4, hours = 60 } = {},
): Promise<void> {
  const random = createRandom(seed);
  const readReport = reportsOf(db);
  const zone = random.pick(ZONES);
  await change(db, accounts, ACCOUNT, { time_zone: zone });
  const account = await addRandomCalls(db, random, calls, span);
  for (let n = 0; n < rounds; n += 1) {
    if (random.chance(0.7)) await buildBuckets(db, { hours });
    await changeLate(db, random, account, span);
    const query = randomQuery(random, account, span);
    await expectRecount(db, readReport, query, zone);
    const { agent_id: _agent, number_id: _number, team_id: _team, ...limited } = query;
    const supervised = account.teams.filter(() => random.chance(0.6));
    await expectRecount(db, readReport, limited, zone, supervised);
    const [team_id] = supervised;
    if (team_id !== undefined) await expectRecount(db, readReport, { ...limited, team_id }, zone, supervised);
  }
}

/** Makes a kind of late change several times, each after all figures were stored. */
export async function checkLateChange(db: Database, seed: number, kind: number): Promise<void> {
  const random = createRandom(seed);
  const zone = 'America/New_York';
  await change(db, accounts, ACCOUNT, { time_zone: zone });
  const account = await addRandomCalls(db, random, 60, SPAN);
  for (let n = 0; n < 6; n += 1) {
    await buildBuckets(db, { hours: 500 });
    await changeLate(db, random, account, SPAN, kind);
    await expectRecount(db, reportsOf(db), { from: '2025-10-30', to: '2025-11-04' }, zone);
  }
}

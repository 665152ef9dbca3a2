/**
 * Reads a report of 90 days from stored figures, compared with PostgreSQL counting the same figures from the rows, which
 * must give the same. `BENCH_REPORT_CALLS` and `BENCH_REPORT_DAYS`: how many calls the account has, and of how many days.
 */
import { deepStrictEqual } from 'node:assert';
import { queryRows } from '@offhook/server/platform/database/database';
import { buildBuckets } from '@offhook/server/reports/figures/build-buckets';
import { DIMENSIONS } from '@offhook/server/reports/figures/core/figure-columns';
import { dateOf, hoursOf } from '@offhook/server/reports/figures/local-dates';
import { type Figures, readFigures } from '@offhook/server/reports/figures/read-figures';
import { createReports } from '@offhook/server/reports/figures/report';
import { supervisorOf } from '@offhook/server/testing/reports/check-reports';
import { sql } from 'drizzle-orm';
import { cpuMs } from '../cpu.ts';
import { type Figure, figure, printTable } from '../table.ts';
import { fillCalls, LOADING_SETTINGS, ZONE } from './many-calls.ts';
import { type BenchDatabase, openBenchDatabase } from './postgres.ts';

const DAYS = 90;
const CALLS = Number(process.env['BENCH_REPORT_CALLS'] ?? 200_000);
const FILLED_DAYS = Number(process.env['BENCH_REPORT_DAYS'] ?? DAYS);
const REPETITIONS = 30;
const RECOUNTS = 3;
const DAY_MS = 86_400_000;
/** Days before today that are recounted one by one. */
const SAMPLE_DAYS = [3, 41, 88];

interface Measured {
  readonly ms: number;
  readonly cpu: number;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** Also measures PostgreSQL's CPU time, which other work on the machine changes less. */
async function measureReport(pool: BenchDatabase['pool'], work: () => Promise<unknown>): Promise<Measured> {
  const connections = async () => {
    const { rows } = await pool.query<{ pid: number }>(
      'select pid from pg_stat_activity where datname = current_database()',
    );
    return new Map(rows.map(({ pid }) => [pid, cpuMs(pid)]));
  };
  const before = await connections();
  const ms = await timed(work);
  const after = await connections();
  return { ms, cpu: [...after].reduce((sum, [pid, used]) => sum + used - (before.get(pid) ?? 0), 0) };
}

/** Rows of groups have no order. */
const sorted = (figures: Figures): Figures => ({
  ...figures,
  groups: Object.fromEntries(
    Object.entries(figures.groups).map(([name, groups]) => [
      name,
      groups.toSorted((a, b) => String(a.key).localeCompare(String(b.key))),
    ]),
  ) as unknown as Figures['groups'],
  attempts: figures.attempts.toSorted((a, b) => a.value - b.value),
  lost: figures.lost.toSorted((a, b) => a.value - b.value),
});

const progress = (text: string, ms: number) => console.error(`${text}: ${(ms / 1000).toFixed(1)} s`);

export async function benchReports(): Promise<void> {
  const database = await openBenchDatabase(4, LOADING_SETTINGS);
  if (database === null) return;
  const { db, pool } = database;
  try {
    const user = await supervisorOf(db);
    const filling = await timed(() => fillCalls(database, user.account_id, CALLS, FILLED_DAYS));
    progress('filled', filling);
    // Newest first. A report also reads the period before its own.
    const building = await timed(async () => {
      await buildBuckets(db, { hours: 24 * (2 * DAYS + 2) });
      while ((await buildBuckets(db, { hours: 0 })).built > 0);
    });
    progress('stored', building);
    await pool.query('vacuum analyze report_figures, report_buckets');
    const today = Date.parse(dateOf(Math.floor(Date.now() / 3_600_000)));
    const daysAgo = (n: number) => new Date(today - n * DAY_MS).toISOString().slice(0, 10);
    const period = { from: daysAgo(DAYS - 1), to: daysAgo(0) };
    const [size] = await queryRows<{ figures: string; rows: string; stored: number; counted: number }>(
      db,
      sql`select pg_size_pretty(pg_total_relation_size('report_figures')) as figures,
        pg_size_pretty(pg_total_relation_size('calls') + pg_total_relation_size('call_users') + pg_total_relation_size('legs')) as rows,
        (select count(*)::integer from calls where started_at >= now() - interval '180 days') as stored,
        (select count(*)::integer from calls) as counted`,
    );
    if (size?.counted !== CALLS) throw new Error(`The account has ${size?.counted} calls`);
    const read = (from: string, to: string, isLive: boolean) =>
      db.transaction((tx) =>
        readFigures(tx, {
          accountId: user.account_id,
          zone: ZONE,
          range: hoursOf(from, to),
          filters: {},
          groups: DIMENSIONS,
          isLive,
        }),
      );
    for (const day of SAMPLE_DAYS.map(daysAgo))
      deepStrictEqual(sorted(await read(day, day, false)), sorted(await read(day, day, true)));
    const readReport = createReports({ db, clock: { now: Date.now } as never });
    const [team] = await queryRows<{ id: number }>(
      db,
      sql`select min(id)::integer as id from teams where name = 'Team 1'`,
    );
    const queries: readonly (readonly [string, Parameters<typeof readReport>[1]])[] = [
      ['90 days', period],
      ['90 days of a team', { ...period, team_id: team?.id }],
      ['7 days', { from: daysAgo(7), to: daysAgo(1) }],
    ];
    const reports: (readonly [title: string, times: Measured[]])[] = [];
    for (const [title, query] of queries) {
      const times: Measured[] = [];
      for (let n = 0; n < REPETITIONS; n += 1)
        times.push(await measureReport(pool, () => readReport(user, query)));
      const sum = (name: keyof Measured) => times.reduce((total, time) => total + time[name], 0);
      progress(`${title}, ${REPETITIONS} reports, of it PostgreSQL’s CPU`, sum('cpu'));
      progress(`${title}, ${REPETITIONS} reports`, sum('ms'));
      reports.push([title, times]);
    }
    const stored = sorted(await read(period.from, period.to, false));
    const baseline: Measured[] = [];
    for (let n = 0; n < RECOUNTS; n += 1) {
      baseline.push(
        await measureReport(pool, async () => {
          deepStrictEqual(sorted(await read(period.from, period.to, true)), stored);
        }),
      );
      progress('counted the rows', baseline[n]?.ms ?? Number.NaN);
    }
    const column = (list: readonly Measured[], name: keyof Measured) => list.map((one) => one[name]);
    const figures = reports.flatMap(([title, times]): Figure[] => {
      const compared = (name: keyof Measured) =>
        title === '90 days' ? (['counting the rows', column(baseline, name)] as const) : undefined;
      return [
        figure(title, 'ms', column(times, 'ms'), 'p99 1000', compared('ms')),
        figure(`${title}, CPU of PostgreSQL`, 'ms', column(times, 'cpu'), 'compare', compared('cpu')),
      ];
    });
    printTable(
      `A report in an account of ${CALLS.toLocaleString('en')} calls of ${FILLED_DAYS} days (rows ${size?.rows}, filled in ${Math.round(filling / 1000)} s; figures of ${size?.stored.toLocaleString('en')} calls ${size?.figures}, stored in ${Math.round(building / 1000)} s)`,
      figures,
    );
  } finally {
    await database.stop();
  }
}

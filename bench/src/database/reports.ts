/** Reads a report of 90 days from stored figures, compared with PostgreSQL counting the same figures from the rows. */
import { queryRows } from '@offhook/server/platform/database/database';
import type { SignedInUser } from '@offhook/server/platform/http/caller';
import { DIMENSIONS } from '@offhook/server/reports/core/figure-columns';
import { buildBuckets } from '@offhook/server/reports/figures/build-buckets';
import { hoursOf } from '@offhook/server/reports/figures/local-dates';
import { readFigures } from '@offhook/server/reports/figures/read-figures';
import { createReports } from '@offhook/server/reports/figures/report';
import { sql } from 'drizzle-orm';
import { type Figure, figure, printTable } from '../table.ts';
import { type BenchDatabase, openBenchDatabase } from './postgres.ts';

const CALLS = Number(process.env['BENCH_REPORT_CALLS'] ?? 200_000);
const DAYS = 90;
const AGENTS = 200;
const LEADS = 20_000;
const REPETITIONS = 30;
const RECOUNTS = 3;
const FIRST_ID = 1_000_000;
const ZONE = 'America/New_York';
const DAY_MS = 86_400_000;

/** A third of the calls are the next attempt after the call before; all others begin a lead's chain. */
async function fill({ db, pool }: BenchDatabase): Promise<SignedInUser> {
  const [user] = await queryRows<SignedInUser>(
    db,
    sql`select id::integer, account_id::integer, email, full_name, 'US' as country_code, time_zone, language, clock, date_order
      from users where email = 'supervisor@demo.test'`,
  );
  if (!user) throw new Error('The demo data has no user supervisor@demo.test');
  const account = user.account_id;
  const client = await pool.connect();
  // The pool can't end while a failed statement keeps its client.
  try {
    await client.query('truncate calls cascade');
    // The referenced rows exist, and triggers would mark no hour: none is registered yet.
    await client.query('set session_replication_role = replica');
    await client.query(`update accounts set time_zone = '${ZONE}' where id = ${account}`);
    await client.query(
      `insert into teams (account_id, name) select ${account}, 'Team ' || n from generate_series(1, 10) n`,
    );
    await client.query(`insert into users (account_id, email, full_name, password_hash, time_zone)
    select ${account}, 'bench' || n || '@demo.test', 'Agent ' || n, 'none', '${ZONE}' from generate_series(1, ${AGENTS}) n`);
    await client.query(`insert into leads (account_id, phone_number, label, form)
    select ${account}, '+1' || (6000000000 + n), 'Lead ' || n, 'Form ' || n % 20 from generate_series(1, ${LEADS}) n`);
    await client.query(`create temp table agent as select id, (row_number() over (order by id))::integer as nth
    from users where account_id = ${account} and email like 'bench%'`);
    await client.query(`create temp table lead as select id, (row_number() over (order by id))::integer as nth
    from leads where account_id = ${account} and label like 'Lead %'`);
    await client.query(`create temp table team as select id, (row_number() over (order by id))::integer as nth
    from teams where account_id = ${account} and name like 'Team %'`);
    // Office hours only: all calls are in 14 hours of the day.
    await client.query(`create temp table made as select n, ${FIRST_ID} + 2 * n as id,
      date_trunc('day', now()) - interval '${DAYS} days' + interval '12 hours'
        + (n * ${DAYS}::bigint / ${CALLS}) * interval '1 day' + random() * interval '14 hours' as at,
      random() < 0.6 as talks, n % 3 = 0 as again, 3000 + random() * 20000 as ring, random() * 400 as seconds
    from generate_series(1, ${CALLS}) n`);
    await client.query(`insert into calls (id, account_id, type, direction, status, result, team_id, lead_id, number_id, agent_id,
      claimed_by, previous_call_id, requested_at, started_at, talk_started_at, ended_at, seconds)
    overriding system value
    select made.id, ${account}, 'lead', 'outbound', case when talks then 'completed' else 'no-answer' end,
      (array['contacted', 'voicemail', 'missed', null, null])[1 + (n % 5)], team.id, lead.id,
      (select min(id) from numbers where account_id = ${account}), agent.id, made.id + 1,
      case when again and n > 1 then made.id - 2 end, at - interval '200 ms', at,
      case when talks then at + ring * interval '1 ms' end, at + (30 + seconds) * interval '1 second',
      case when talks then seconds::integer else 0 end
    from made join agent on agent.nth = 1 + n * 7919::bigint % ${AGENTS} join lead on lead.nth = 1 + (n / 3) % ${LEADS}
      join team on team.nth = 1 + n % 10`);
    await client.query(`insert into call_users (id, call_id, user_id, type, status, n, rung_at, acknowledged_at, accepted_at, ended_at)
    overriding system value
    select made.id + 1, made.id, agent.id, 'lead', 'ended', n, at + interval '300 ms', at + interval '900 ms',
      at + ring * 0.5 * interval '1 ms', at + (30 + seconds) * interval '1 second'
    from made join agent on agent.nth = 1 + n * 7919::bigint % ${AGENTS}`);
    await client.query(`insert into legs (call_id, kind, call_user_id, status, created_at, answered_at, ended_at)
    select made.id, kind, case kind when 'agent' then made.id + 1 end, 'completed', at + ring * 0.6 * interval '1 ms',
      case when talks or kind = 'agent' then at + ring * interval '1 ms' end, at + (30 + seconds) * interval '1 second'
    from made cross join (values ('agent'), ('lead')) as leg(kind)`);
    await client.query('reset session_replication_role');
  } finally {
    client.release();
  }
  await pool.query('vacuum analyze');
  return user;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

export async function benchReports(): Promise<void> {
  const database = await openBenchDatabase(4);
  if (database === null) return;
  const { db, pool } = database;
  try {
    const filling = await timed(() => fill(database));
    const user = (
      await queryRows<SignedInUser>(
        db,
        sql`select id::integer, account_id::integer, 'US' as country_code from users where email = 'supervisor@demo.test'`,
      )
    )[0];
    if (!user) throw new Error('no supervisor');
    await pool.query('set statement_timeout = 0');
    const building = await timed(async () => {
      while ((await buildBuckets(db, { hours: 24 * DAYS * 2 })) > 0);
    });
    await pool.query('vacuum analyze');
    const [size] = await queryRows<{ figures: string; calls: string }>(
      db,
      sql`select pg_size_pretty(pg_total_relation_size('report_figures')) as figures,
        pg_size_pretty(pg_total_relation_size('calls') + pg_total_relation_size('call_users') + pg_total_relation_size('legs')) as calls`,
    );
    const date = (at: number) => new Date(at).toISOString().slice(0, 10);
    const today = Date.now();
    const period = { from: date(today - (DAYS - 1) * DAY_MS), to: date(today) };
    const readReport = createReports({ db, clock: { now: Date.now } as never });
    const recount = () =>
      timed(() =>
        db.transaction((tx) =>
          readFigures(tx, {
            accountId: user.account_id,
            zone: ZONE,
            range: hoursOf(period.from, period.to),
            filters: {},
            groups: DIMENSIONS,
            isLive: true,
          }),
        ),
      );
    const [team] = await queryRows<{ id: number }>(
      db,
      sql`select min(id)::integer as id from teams where name = 'Team 1'`,
    );
    const queries: readonly (readonly [string, Parameters<typeof readReport>[1]])[] = [
      ['90 days', period],
      ['90 days of a team', { ...period, team_id: team?.id }],
      ['7 days', { from: date(today - 7 * DAY_MS), to: date(today - DAY_MS) }],
    ];
    const baseline: number[] = [];
    for (let n = 0; n < RECOUNTS; n += 1) baseline.push(await recount());
    const figures: Figure[] = [];
    for (const [title, query] of queries) {
      const times: number[] = [];
      for (let n = 0; n < REPETITIONS; n += 1) times.push(await timed(() => readReport(user, query)));
      figures.push(
        figure(
          title,
          'ms',
          times,
          'p99 1000',
          title === '90 days' ? ['counting the rows', baseline] : undefined,
        ),
      );
    }
    printTable(
      `A report over ${CALLS.toLocaleString('en')} calls of ${DAYS} days (rows ${size?.calls}, stored figures ${size?.figures}, filled in ${Math.round(filling / 1000)} s, stored in ${Math.round(building / 1000)} s)`,
      figures,
    );
  } finally {
    await database.stop();
  }
}

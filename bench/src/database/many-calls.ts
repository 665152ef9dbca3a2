/** Millions of calls, written as one would load a table: without its indexes, triggers or a log. */
import type { BenchDatabase } from './postgres.ts';

export const ZONE = 'America/New_York';
const AGENTS = 200;
const LEADS = 20_000;
const FIRST_ID = 1_000_000;
const TABLES = "('calls'::regclass, 'call_users'::regclass, 'legs'::regclass)";

/** PostgreSQL logs no rows that are written in the transaction that emptied their table. */
export const LOADING_SETTINGS = ['wal_level=minimal', 'max_wal_senders=0', 'max_wal_size=8GB'];

/** A third of the calls are the next attempt after the call before; all others begin a lead's chain. */
export async function fillCalls(
  { pool }: BenchDatabase,
  account: number,
  calls: number,
  days: number,
): Promise<void> {
  const client = await pool.connect();
  // The pool can't end while a failed statement keeps its client.
  try {
    // The referenced rows exist, and triggers would mark no hour: none is registered yet.
    for (const setting of [
      'session_replication_role = replica',
      "maintenance_work_mem = '1GB'",
      "work_mem = '256MB'",
      "temp_buffers = '512MB'",
      'max_parallel_maintenance_workers = 1',
    ])
      await client.query(`set ${setting}`);
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
    // Office hours only: all calls are in 14 hours of the day, nearly in the order of their numbers.
    await client.query(`create temp table made as select n, ${FIRST_ID} + 2 * n as id,
      date_trunc('day', now()) - interval '${days} days' + interval '12 hours'
        + (n * ${days}::bigint / ${calls}) * interval '1 day'
        + (n * ${days}::bigint % ${calls}) / ${calls}::float8 * interval '13.5 hours' + random() * interval '30 minutes' as at,
      random() < 0.6 as talks, n % 3 = 0 as again, 3000 + random() * 20000 as ring, random() * 400 as seconds
    from generate_series(1, ${calls}) n`);
    for (const table of ['agent', 'lead', 'team', 'made']) await client.query(`analyze ${table}`);
    await client.query('begin');
    await client.query('truncate calls cascade');
    const { rows: rebuilt } = await client.query<{ removal: string; creation: string }>(
      `select 'alter table ' || conrelid::regclass || ' drop constraint ' || conname as removal,
        'alter table ' || conrelid::regclass || ' add constraint ' || conname || ' ' || pg_get_constraintdef(oid) as creation
      from pg_constraint where conrelid in ${TABLES} and contype = 'u'
      union all select 'drop index ' || indexrelid::regclass, pg_get_indexdef(indexrelid)
      from pg_index where indrelid in ${TABLES} and not exists (select from pg_constraint where conindid = indexrelid)`,
    );
    for (const { removal } of rebuilt) await client.query(removal);
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
    for (const { creation } of rebuilt) await client.query(creation);
    await client.query('commit');
    await client.query('drop table made, agent, lead, team');
    await client.query('vacuum analyze calls, call_users, legs, leads, users');
    await client.query('reset all');
  } finally {
    client.release(true);
  }
}

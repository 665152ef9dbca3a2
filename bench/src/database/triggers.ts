/** What the triggers of stored figures cost a call: its writes in PostgreSQL, compared with the same without the triggers. */
import { queryRows } from '@offhook/server/platform/database/database';
import { sql } from 'drizzle-orm';
import { alternate } from '../statistics.ts';
import { figure, printTable } from '../table.ts';
import { openBenchDatabase } from './postgres.ts';

const CALLS = 300;
const REPETITIONS = 7;

/** A call from the ring to the agent's result, with as many statements as the product needs for its rows. */
const callsAt = (account: number, user: number, at: string, calls: number) => `do $$
  declare
    call bigint;
    part bigint;
    agent_leg bigint;
    lead_leg bigint;
    previous bigint;
    at timestamptz := ${at};
  begin
    for n in 1 .. ${calls} loop
      insert into calls (account_id, type, direction, status, previous_call_id, requested_at, started_at)
        values (${account}, 'lead', 'outbound', 'ringing', case when n % 3 = 0 then previous end, at, at) returning id into call;
      insert into call_users (call_id, user_id, type, status, n, rung_at)
        values (call, ${user}, 'lead', 'ringing', -call, at) returning id into part;
      insert into legs (call_id, kind, call_user_id, status) values (call, 'agent', part, 'queued') returning id into agent_leg;
      update call_users set acknowledged_at = at where id = part;
      update call_users set status = 'in-progress', accepted_at = at where id = part;
      update calls set status = 'in-progress', claimed_by = part, agent_id = ${user} where id = call;
      update legs set status = 'in-progress', answered_at = at where id = agent_leg;
      insert into legs (call_id, kind, status) values (call, 'lead', 'queued') returning id into lead_leg;
      update legs set status = 'in-progress', answered_at = at where id = lead_leg;
      update calls set talk_started_at = at where id = call;
      update legs set status = 'completed', ended_at = at where id in (agent_leg, lead_leg);
      update call_users set status = 'ended', ended_at = at where id = part;
      update calls set status = 'completed', ended_at = at, seconds = 60 where id = call;
      update calls set result = 'contacted' where id = call;
      previous := call;
      commit;
    end loop;
  end $$`;

export async function benchTriggers(): Promise<void> {
  const database = await openBenchDatabase(1);
  if (database === null) return;
  const { db, pool } = database;
  try {
    const [user] = await queryRows<{ id: number; account: number }>(
      db,
      sql`select id::integer, account_id::integer as account from users where email = 'agent@demo.test'`,
    );
    if (!user) throw new Error('The demo data has no user agent@demo.test');
    // No part may be open besides those of the bench.
    await pool.query('truncate calls cascade');
    const { rows: triggers } = await pool.query<{ name: string; owner: string }>(
      `select tgname as name, tgrelid::regclass::text as owner from pg_trigger
        where tgname like 'report\\_%' and not tgisinternal and tgrelid::regclass::text in ('calls', 'call_users', 'legs')`,
    );
    if (triggers.length !== 6) throw new Error(`Expected 6 triggers, found ${triggers.length}`);
    const setTriggers = async (state: 'enable' | 'disable') => {
      for (const { owner, name } of triggers)
        await pool.query(`alter table ${owner} ${state} trigger ${name}`);
    };
    const measure = async (at: string): Promise<number> => {
      await pool.query('truncate calls, report_marks cascade');
      const startedAt = performance.now();
      await pool.query(callsAt(user.account, user.id, at, CALLS));
      return ((performance.now() - startedAt) * 1_000) / CALLS;
    };
    const compare = async (at: string) =>
      alternate(
        REPETITIONS,
        async () => {
          await setTriggers('enable');
          return measure(at);
        },
        async () => {
          await setTriggers('disable');
          return measure(at);
        },
      );
    // The first measurement also reads the tables' definitions.
    await measure('now()');
    const now = await compare('now()');
    await pool.query(`insert into report_buckets (account_id, level, start)
      select id, 1, report_hour(now() - interval '1 day', time_zone) from accounts where id = ${user.account}`);
    const late = await compare("now() - interval '1 day'");
    printTable(`The writes of a call, ${CALLS.toLocaleString('en')} calls, without the network`, [
      figure('call of the running hour', 'µs', now.ours, 'compare', ['without triggers', now.baseline]),
      figure('call of a stored hour', 'µs', late.ours, 'compare', ['without triggers', late.baseline]),
    ]);
  } finally {
    await database.stop();
  }
}

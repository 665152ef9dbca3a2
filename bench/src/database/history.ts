/** Reads a page of an agent's history of a million calls at several depths, compared with paging by offset. */

import { queryRows } from '@offhook/server/platform/database/database';
import type { SignedInUser } from '@offhook/server/platform/http/caller';
import { readHistory } from '@offhook/server/reports/history';
import { sql } from 'drizzle-orm';
import { alternate } from '../statistics.ts';
import { type Figure, figure, printTable } from '../table.ts';
import { type BenchDatabase, openBenchDatabase } from './postgres.ts';

const CALLS = 1_000_000;
const FIRST_ID = 100_000;
const PAGE = 5;
const REPETITIONS = 50;
const DEPTHS = [0, 50_000, 500_000, 999_990];

async function fill({ db, pool }: BenchDatabase): Promise<SignedInUser> {
  const [agent] = await queryRows<SignedInUser>(
    db,
    sql`select id::integer, account_id::integer, email, full_name, 'US' as country_code, 'America/New_York' as time_zone, null as language, null as clock, null as date_order
      from users where email = 'plain@demo.test'`,
  );
  if (!agent) throw new Error('The demo data has no user plain@demo.test');
  const client = await pool.connect();
  // The referenced rows exist; checking a million foreign keys would take minutes.
  await client.query('set session_replication_role = replica');
  await client.query('delete from call_users where user_id = $1', [agent.id]);
  // Call IDs are even, call-user IDs odd, as in the product.
  await client.query(
    `insert into calls (id, account_id, type, direction, status, phone_number, agent_id, started_at, ended_at)
      overriding system value
      select ${FIRST_ID} + 2 * n, $1, 'outbound', 'outbound', 'completed', '+14155550100', $2, at, at
      from (select n, now() - (${CALLS} - n) * interval '1 minute' as at from generate_series(1, ${CALLS}) n) moments`,
    [agent.account_id, agent.id],
  );
  await client.query(
    `insert into call_users (id, call_id, user_id, type, status, n, created_at, ended_at)
      overriding system value
      select ${FIRST_ID} + 2 * n + 1, ${FIRST_ID} + 2 * n, $1, 'outbound', 'ended', n, now(), now()
      from generate_series(1, ${CALLS}) n`,
    [agent.id],
  );
  await client.query('update users set call_user_total = $1 where id = $2', [CALLS, agent.id]);
  await client.query('reset session_replication_role');
  client.release();
  await pool.query('vacuum analyze');
  return { ...agent, id: Number(agent.id), account_id: Number(agent.account_id) };
}

async function timePage(work: () => Promise<{ length: number }>): Promise<number> {
  const startedAt = performance.now();
  const { length } = await work();
  if (length !== PAGE) throw new Error(`Expected ${PAGE} calls on the page, got ${length}`);
  return performance.now() - startedAt;
}

export async function benchHistory(): Promise<void> {
  const database = await openBenchDatabase(4);
  if (database === null) return;
  const { db, pool } = database;
  try {
    const agent = await fill(database);
    const figures: Figure[] = [];
    for (const depth of DEPTHS) {
      const page = depth / PAGE + 1;
      const times = await alternate(
        REPETITIONS,
        () =>
          timePage(
            async () =>
              (await readHistory({ db, clock: { now: Date.now } }, agent, { limit: PAGE, page })).data,
          ),
        () =>
          timePage(
            async () =>
              (
                await pool.query({
                  name: 'by-offset',
                  text: `select calls.*, leads.*, users.full_name from call_users
                    join calls on calls.id = call_users.call_id left join leads on leads.id = calls.lead_id
                    left join users on users.id = calls.agent_id
                    where call_users.user_id = $1 order by call_users.n desc limit ${PAGE} offset $2`,
                  values: [agent.id, depth],
                })
              ).rows,
          ),
      );
      figures.push(
        figure(`${depth.toLocaleString('en')} calls deep`, 'ms', times.ours, 'p50 3 at any depth', [
          'by offset',
          times.baseline,
        ]),
      );
    }
    printTable(`A page of the history of ${CALLS.toLocaleString('en')} calls`, figures);
  } finally {
    await database.stop();
  }
}

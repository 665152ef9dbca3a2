/** Many workers claim and complete due rows, in batches like the effect runner or one row per statement. */
import { claimEffects, markDone } from '@offhook/server/platform/work-queue/effect-rows';
import { alternate } from '../statistics.ts';
import { figure, printTable } from '../table.ts';
import { type BenchDatabase, openBenchDatabase } from './postgres.ts';

const ROWS = 1_000_000;
const WORKERS = 64;
const REPETITIONS = 5;
/** Fewer rows for the baseline of one row per statement: a million would take 15 minutes. */
const PLAIN_ROWS = 10_000;
const CLAIM_BATCH = 100;

async function fill({ pool }: BenchDatabase): Promise<void> {
  const due = `now() - interval '1 hour' + n * interval '1 millisecond'`;
  await pool.query(`insert into effects (kind, payload, due_at)
    select 'offerToAsker', '{"kind":"offerToAsker"}', ${due} from generate_series(1, ${ROWS}) n`);
  await pool.query(
    'create table plain (id bigint primary key, due_at timestamptz not null, done_at timestamptz)',
  );
  await pool.query(`insert into plain select n, ${due} from generate_series(1, ${ROWS}) n`);
  await pool.query('create index on plain (due_at, id) where done_at is null');
  await pool.query('vacuum analyze');
}

/** @returns rows per second; `work` returns the IDs it claimed, none when no rows are left */
async function measureRate(
  maxRows: number,
  work: (worker: string) => Promise<readonly number[]>,
  claimedIds: number[],
) {
  let claimed = 0;
  const startedAt = performance.now();
  const worker = async (_: unknown, n: number) => {
    while (claimed < maxRows) {
      const ids = await work(`worker-${n}`);
      if (ids.length === 0) return;
      claimed += ids.length;
      for (const id of ids) claimedIds.push(id);
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, worker));
  return claimed / ((performance.now() - startedAt) / 1000);
}

export async function benchClaims(): Promise<void> {
  const database = await openBenchDatabase(WORKERS);
  if (database === null) return;
  const { db, pool } = database;
  try {
    await fill(database);
    const ours: number[] = [];
    const plainIds: number[] = [];
    const claim = async (worker: string) => {
      const now = Date.now();
      const { rows } = await claimEffects(db, worker, now, CLAIM_BATCH);
      const ids = rows.map(({ id }) => id);
      await markDone(db, ids, now);
      return ids;
    };
    const plain = async () => {
      const { rows } = await pool.query<{ id: string }>({
        name: 'plain',
        text: `update plain set done_at = now() where id = (select id from plain
          where done_at is null and due_at <= now() order by due_at, id limit 1 for update skip locked) returning id`,
      });
      return rows.map(({ id }) => Number(id));
    };
    const rates = await alternate(
      REPETITIONS,
      () => measureRate(ROWS / REPETITIONS, claim, ours),
      () => measureRate(PLAIN_ROWS, plain, plainIds),
    );
    // Claim whatever the repetitions left over.
    await measureRate(ROWS, claim, ours);
    const baseline = ['one row per statement, no lease', rates.baseline] as const;
    printTable(`Rows claimed and completed, ${WORKERS} workers, ${ROWS.toLocaleString('en')} rows`, [
      figure('rows per second', '1/s', rates.ours, '10,000', baseline),
      figure(`rows claimed, of ${ROWS.toLocaleString('en')}`, 'rows', [ours.length], 'all'),
      figure('claimed twice', 'rows', [ours.length - new Set(ours).size], '0'),
    ]);
  } finally {
    await database.stop();
  }
}

/**
 * Work that is due, claimed and marked as done by many workers at once: as the effects' worker does it, beside the
 * plain way, one row a statement.
 */
import { claimEffects, markDone } from '@offhook/server/platform/work-queue/effect-rows';
import { alternate } from '../spread.ts';
import { figure, printTable } from '../table.ts';
import { type BenchDatabase, openBenchDatabase } from './postgres.ts';

const ROWS = 1_000_000;
const WORKERS = 64;
const REPETITIONS = 5;
/** Of the plain way, in each repetition: it would be at its million for a quarter of an hour. */
const PLAIN = 10_000;
/** As the worker asks for them. */
const AT_ONCE = 100;

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

/** @returns how many a second; `work` answers the ids that it took, none when there are no more. */
async function rate(most: number, work: (worker: string) => Promise<readonly number[]>, seen: number[]) {
  let taken = 0;
  const began = performance.now();
  const worker = async (_: unknown, n: number) => {
    while (taken < most) {
      const ids = await work(`worker-${n}`);
      if (ids.length === 0) return;
      taken += ids.length;
      for (const id of ids) seen.push(id);
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, worker));
  return taken / ((performance.now() - began) / 1000);
}

export async function benchClaims(): Promise<void> {
  const database = await openBenchDatabase(WORKERS);
  if (database === null) return;
  const { db, pool } = database;
  try {
    await fill(database);
    const ours: number[] = [];
    const theirs: number[] = [];
    const claim = async (worker: string) => {
      const now = Date.now();
      const ids = (await claimEffects(db, worker, now, AT_ONCE)).map(({ id }) => id);
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
      () => rate(ROWS / REPETITIONS, claim, ours),
      () => rate(PLAIN, plain, theirs),
    );
    // What the last workers of a repetition took beyond its share is missing at the end, or there is nothing left.
    await rate(ROWS, claim, ours);
    const peer = ['one row a statement, no claim kept', rates.peer] as const;
    printTable(`Work claimed and done, ${WORKERS} workers, ${ROWS.toLocaleString('en')} rows`, [
      figure('rows a second', '1/s', rates.ours, '10,000', peer),
      figure(`rows claimed, of ${ROWS.toLocaleString('en')}`, 'rows', [ours.length], 'all of them'),
      figure('of them twice', 'rows', [ours.length - new Set(ours).size], '0'),
    ]);
  } finally {
    await database.stop();
  }
}

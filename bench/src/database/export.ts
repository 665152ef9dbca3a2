/** Writes a file of all calls, compared with PostgreSQL's own COPY of the same columns. */
import { execFile } from 'node:child_process';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { SignedInUser } from '@offhook/server/platform/http/caller';
import { callColumns, readCallBatches } from '@offhook/server/reports/export/calls-file';
import { csvChunks } from '@offhook/server/reports/export/csv-file';
import { supervisorOf } from '@offhook/server/testing/reports/check-reports';
import { alternate } from '../statistics.ts';
import { figure, printTable } from '../table.ts';
import { type BenchDatabase, openBenchDatabase } from './postgres.ts';

const CALLS = Number(process.env['BENCH_EXPORT_CALLS'] ?? 200_000);
const FIRST_ID = 1_000_000;
/** As in the product. */
const BATCH_ROWS = 1_000;
const REPETITIONS = CALLS > 200_000 ? 1 : 5;
const SAMPLE_EVERY = 20;
const ZONE = 'America/New_York';

async function fill({ db, pool }: BenchDatabase): Promise<SignedInUser> {
  const user = await supervisorOf(db);
  await pool.query(
    `insert into leads (account_id, phone_number, fname, label, company, form)
      select $1, '+1661' || (5000000 + n), 'Quilla', 'Quilla ' || n, 'Company, ' || n, 'Form ' || n % 9
      from generate_series(1, 20000) n`,
    [user.account_id],
  );
  await pool.query(
    `insert into calls (id, account_id, type, direction, status, result, phone_number, lead_id, agent_id, started_at,
        talk_started_at, ended_at, seconds)
      overriding system value
      select ${FIRST_ID} + 2 * n, $1, 'lead', 'outbound', 'completed', 'contacted', '+14155550100',
        (select max(id) from leads) - n % 20000, $2, at, at + interval '9 s', at + interval '99 s', 90
      from (select n, now() - (${CALLS} - n) * interval '2 minutes' as at from generate_series(1, ${CALLS}) n) moments`,
    [user.account_id, user.id],
  );
  await pool.query('vacuum analyze');
  return user;
}

/** After garbage collections, because an idle heap grows with what isn't needed anymore. */
async function measureGrowth(openFile: () => Readable): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const liveHeap = () => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const samples: number[] = [];
  let chunks = 0;
  for await (const _chunk of openFile()) {
    chunks += 1;
    if (chunks % SAMPLE_EVERY === 0) samples.push(liveHeap());
  }
  return (Math.max(...samples) - (samples[0] ?? 0)) / 2 ** 20;
}

/** The same columns, in the same order of rows, without the zone's offset and without safe cells. */
const copyText = (accountId: number) => `copy (select c.id, c.started_at at time zone '${ZONE}',
    c.talk_started_at at time zone '${ZONE}', c.ended_at at time zone '${ZONE}', c.seconds, c.direction, c.type, c.status,
    c.result, c.retry, c.lead_retry, c.lead_id, coalesce(c.lead_label, l.label), l.company,
    coalesce('form:' || nullif(l.form, ''), 'crm:' || l.crm, l.origin, 'unknown'), c.phone_number, c.extension,
    n.phone_number, c.team_id, t.name, c.agent_id, u.full_name, exists (select from recordings r where r.call_id = c.id
    and r.status = 'complete' and r.path is not null), c.reasons ->> -1
  from calls c left join leads l on l.id = c.lead_id left join teams t on t.id = c.team_id
  left join users u on u.id = c.agent_id left join numbers n on n.id = c.number_id
  where c.account_id = ${accountId} order by c.started_at desc, c.id desc) to stdout with (format csv, header)`;

export async function benchExport(): Promise<void> {
  const database = await openBenchDatabase(4);
  if (database === null) return;
  const { db } = database;
  try {
    const user = await fill(database);
    const filters = { search: '' };
    const openFile = () =>
      Readable.from(csvChunks(callColumns(ZONE), readCallBatches(db, user, filters, BATCH_ROWS)));
    const rate = async (work: () => Promise<number>) => {
      const startedAt = performance.now();
      const lines = await work();
      if (lines < CALLS) throw new Error(`Expected at least ${CALLS} lines, got ${lines}`);
      return lines / ((performance.now() - startedAt) / 1_000);
    };
    const rates = await alternate(
      REPETITIONS,
      () =>
        rate(async () => {
          let lines = 0;
          for await (const chunk of openFile()) lines += String(chunk).split('\n').length - 1;
          return lines;
        }),
      () =>
        rate(async () => {
          const run = promisify(execFile);
          const args = ['--no-psqlrc', '--quiet', '--command', copyText(user.account_id), database.url];
          const { stdout } = await run('psql', args, { maxBuffer: 2 ** 30, encoding: 'latin1' });
          return stdout.split('\n').length - 1;
        }),
    );
    printTable(`A file of ${CALLS.toLocaleString('en')} calls, read in batches of ${BATCH_ROWS}`, [
      figure('rows per second', '1/s', rates.ours, '10,000', ['psql, COPY … TO STDOUT', rates.baseline]),
      figure('growth of the live heap after 20,000 rows', 'MB', [await measureGrowth(openFile)], '5'),
    ]);
  } finally {
    await database.stop();
  }
}

/** A file of 100,000 leads: its preview compared with parsing alone, its import with PostgreSQL's COPY of the same rows. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { startConsoleImports } from '@offhook/server/intake/imports/console-imports';
import { queryRows } from '@offhook/server/platform/database/database';
import { systemClock } from '@offhook/server/platform/process/clock';
import { parse } from 'csv-parse';
import { sql } from 'drizzle-orm';
import { from as copyFrom } from 'pg-copy-streams';
import { type BenchDatabase, openBenchDatabase } from '../database/postgres.ts';
import { figure, printTable } from '../table.ts';

const ROWS = 100_000;
/** Each with numbers of its own. */
const AREAS = ['415', '212', '310'];
const CONNECTIONS = 8;
const SAMPLE_MS = 50;

function createFile(area: string): string {
  const rows = Array.from({ length: ROWS }, (_, n) => {
    const phone = `${area}${2_000_000 + n}`;
    return `Lead ${n},${phone},lead${n}@bench.example,Bench Company ${n % 900},Tile\n`;
  });
  return `Full name,Phone,Email,Company,Roof\n${rows.join('')}`;
}

/** @returns rows per second, and by how many MB the process grew during the run */
async function measure(work: () => Promise<void>) {
  const before = process.memoryUsage().rss;
  let peak = before;
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, SAMPLE_MS);
  const startedAt = performance.now();
  await work();
  const seconds = (performance.now() - startedAt) / 1_000;
  clearInterval(timer);
  return { rate: ROWS / seconds, grownMb: (peak - before) / 1e6 };
}

async function parseOnly(file: string): Promise<void> {
  let rows = 0;
  for await (const _ of Readable.from([file]).pipe(parse())) rows += 1;
  if (rows !== ROWS + 1) throw new Error(`Parsed ${rows} rows`);
}

async function copyOnly({ pool }: BenchDatabase, file: string): Promise<void> {
  await pool.query(
    `create table copied (id bigint generated always as identity primary key, label text, phone text unique,
      email text, company text, roof text)`,
  );
  const client = await pool.connect();
  const target = client.query(
    copyFrom('copy copied (label, phone, email, company, roof) from stdin csv header'),
  );
  await pipeline(Readable.from([Buffer.from(file)]), target);
  client.release();
  await pool.query('drop table copied');
}

export async function benchImports(): Promise<void> {
  const database = await openBenchDatabase(CONNECTIONS);
  if (database === null) return;
  const { db } = database;
  const [user] = await queryRows<{ id: string }>(
    db,
    sql`select id from users where email = 'admin@demo.test'`,
  );
  const actor = { user: { id: Number(user?.id), account_id: 100 } as never, address: 'bench' };
  const log = { info() {}, warn() {}, error: console.error } as never;
  const imports = startConsoleImports({ db, clock: systemClock, log }, 'bench', 1e9);
  const results = { preview: [], parse: [], import: [], copy: [] } as Record<
    'preview' | 'parse' | 'import' | 'copy',
    Awaited<ReturnType<typeof measure>>[]
  >;
  try {
    for (const area of AREAS) {
      const file = createFile(area);
      const bytes = Buffer.from(file);
      let id = 0;
      results.parse.push(await measure(() => parseOnly(file)));
      results.preview.push(
        await measure(async () => {
          id = await imports.upload(actor, Readable.from([bytes]), 'bench.csv');
          await imports.settled();
        }),
      );
      results.copy.push(await measure(() => copyOnly(database, file)));
      results.import.push(
        await measure(async () => {
          await imports.start(actor, id, 1);
          await imports.settled();
        }),
      );
    }
    const [counts] = await queryRows<{ leads: number; calls: number }>(
      db,
      sql`select (select count(*)::int from leads where label like 'Lead %') as leads,
        (select count(*)::int from planned_calls where reason = 'Queued from import.') as calls`,
    );
    const rates = (name: keyof typeof results) => results[name].map(({ rate }) => rate);
    const grown = (name: keyof typeof results) => results[name].map(({ grownMb }) => grownMb);
    printTable(`Import of ${ROWS.toLocaleString('en')} rows`, [
      figure('preview, rows per second', '1/s', rates('preview'), 'compare', [
        'csv-parse alone',
        rates('parse'),
      ]),
      figure('import, rows per second', '1/s', rates('import'), 'compare', ['COPY', rates('copy')]),
      figure('preview, memory', 'MB', grown('preview'), 'compare', ['csv-parse alone', grown('parse')]),
      figure('import, memory', 'MB', grown('import'), 'compare'),
      figure('leads', 'rows', [counts?.leads ?? 0], String(ROWS * AREAS.length)),
      figure('scheduled calls', 'rows', [counts?.calls ?? 0], String(ROWS * AREAS.length)),
    ]);
  } finally {
    await imports.stop();
    await database.stop();
  }
}

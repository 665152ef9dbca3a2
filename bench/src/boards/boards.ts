/** Many open live boards of a large account while its agents change state, compared with reading whole boards. */
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { valueOrThrow } from '@offhook/contract/client/api-error';
import type { Board } from '@offhook/contract/console/board-entities';
import { createSessions } from '@offhook/server/accounts/sign-in/sessions';
import { type Database, queryRows } from '@offhook/server/platform/database/database';
import { openPostgres } from '@offhook/server/platform/database/postgres';
import { startTestPostgres, type TestPostgres } from '@offhook/server/testing/database/postgres';
import { Product } from '@offhook/stack/product';
import { sql } from 'drizzle-orm';
import { cpuMs, cpuMsWithChildren } from '../cpu.ts';
import { fillPostgres, type Login } from '../leads/agents.ts';
import { type Figure, figure, printTable } from '../table.ts';
import { type BoardPage, openBoardPage, sessionClient, type Way } from './board-page.ts';

const BOARDS = 50;
const SIZES = (process.env['OFFHOOK_BOARD_AGENTS'] ?? '1000,5000').split(',').map(Number);
/** A lead for 600 agents each second, with six changes per lead: the busiest hour of docs/deploy.md. */
const CHANGES_PER_SECOND_AND_AGENT = 1 / 100;
const SECONDS = 20;

interface Change {
  readonly userId: number;
  readonly at: number;
}

interface Used {
  readonly server: number;
  readonly database: number;
  readonly realtime: number;
}

export async function benchBoards(): Promise<void> {
  const postgres = await startTestPostgres();
  if (postgres === null) return console.log('\nPostgreSQL not found: skipped.');
  try {
    for (const size of SIZES) await benchSize(postgres, size);
  } finally {
    await postgres.stop();
  }
}

async function benchSize(postgres: TestPostgres, size: number): Promise<void> {
  const name = `boards_${size}`;
  await postgres.createDatabase(name);
  const product = new Product();
  try {
    const logins = await fillPostgres(postgres.url(name), product.data, size);
    const { db, close } = await openPostgres(postgres.url(name), () => undefined);
    const renewing = setInterval(() => void renewPresence(db).catch(() => undefined), 2_000);
    try {
      await putOnline(db);
      const supervisor = await openSupervisor(db);
      await product.start({ DATABASE_URL: postgres.url(name) });
      const agents = new Agents(product.url, logins);
      const idle = await measure(product, postgres, agents, 0, 'changes', supervisor);
      const ours = await measure(product, postgres, agents, BOARDS, 'changes', supervisor);
      const whole = await measure(product, postgres, agents, BOARDS, 'whole', supervisor);
      print(size, idle, ours, whole);
    } finally {
      clearInterval(renewing);
      await close();
    }
  } finally {
    await product.dispose();
  }
}

interface Supervisor {
  readonly accountId: number;
  readonly token: string;
}

async function openSupervisor(db: Database): Promise<Supervisor> {
  const [row] = await queryRows<{ id: number; account_id: number }>(
    db,
    sql`select id::integer, account_id::integer from users where email = 'supervisor@demo.test'`,
  );
  if (!row) throw new Error('The demo data has no supervisor.');
  const sessions = createSessions({ db, clock: { now: Date.now }, secret: '' });
  return { accountId: row.account_id, token: await sessions.open(row.id) };
}

/** A third of the agents talk. The phones report only their changes, to leave the CPU to the boards. */
async function putOnline(db: Database): Promise<void> {
  const agents = sql`select id from users where email like 'bench%'`;
  await db.execute(sql`insert into presence (user_id, phone_id, state, device, audio, renewed_at, changed_at)
    select id, 'bench', 'waiting', 'registered', 'ready', now(), now() from (${agents}) agents`);
  await db.execute(sql`with talking as (select id, account_id, row_number() over () as n from users
      where email like 'bench%' and id % 3 = 0),
    call as (insert into calls (id, account_id, type, direction, status, phone_number, started_at, talk_started_at)
      overriding system value select 10000000 + 2 * n, account_id, 'lead', 'outbound', 'in-progress',
        '+1415555' || lpad((n % 10000)::text, 4, '0'), now(), now() from talking)
    insert into call_users (id, call_id, user_id, type, status, n, rung_at, accepted_at) overriding system value
      select 10000001 + 2 * n, 10000000 + 2 * n, id, 'lead', 'accepted', 1, now(), now() from talking`);
  await db.execute(sql`analyze`);
}

async function renewPresence(db: Database): Promise<void> {
  await db.execute(sql`update presence set renewed_at = now()`);
}

/** Phones that go from waiting to a note and back. */
class Agents {
  readonly #url: string;
  readonly #phones: { readonly userId: number; readonly token: string; isWaiting: boolean }[];
  #next = 0;

  constructor(url: string, logins: readonly Login[]) {
    this.#url = url;
    this.#phones = logins
      .filter(({ userId }) => userId % 3 !== 0)
      .map((login) => ({ ...login, isWaiting: true }));
  }

  get count(): number {
    return this.#phones.length;
  }

  async change(onStart: (change: Change) => void): Promise<void> {
    const phone = this.#phones[this.#next++ % this.#phones.length];
    if (!phone) throw new Error('There are no phones.');
    const api = sessionClient(this.#url, phone.token);
    valueOrThrow(await api.request('getUser', { query: {} }));
    phone.isWaiting = !phone.isWaiting;
    const state = phone.isWaiting ? 'waiting' : 'note';
    onStart({ userId: phone.userId, at: performance.now() });
    const body = { phone_id: 'bench', state, device: 'registered', audio: 'ready' } as const;
    valueOrThrow(await api.request('reportPresence', { body }));
  }
}

interface Measured {
  readonly used: Used;
  readonly seenMs: readonly number[];
  readonly unseen: number;
  readonly bytesPerBoard: readonly number[];
  readonly readsPerBoard: number;
  readonly firstBytes: string;
}

async function measure(
  product: Product,
  postgres: TestPostgres,
  agents: Agents,
  boards: number,
  way: Way,
  { accountId, token }: Supervisor,
): Promise<Measured> {
  const seenMs: number[] = [];
  const follow = () => {
    const waiting = new Map<number, Change>();
    const states = new Map<number, string>();
    return {
      waiting,
      onBoard(board: Board) {
        const now = performance.now();
        for (const { id, state } of board.agents) {
          const before = states.get(id);
          if (before === state) continue;
          states.set(id, state);
          const change = waiting.get(id);
          if (!change || before === undefined) continue;
          seenMs.push(now - change.at);
          waiting.delete(id);
        }
      },
    };
  };
  const followers = Array.from({ length: boards }, follow);
  const pages: BoardPage[] = [];
  for (const { onBoard } of followers)
    pages.push(await openBoardPage(product.url, accountId, token, way, onBoard));
  // The pages read once more after the first answer.
  await delay(3_000);
  const bytesBefore = pages.map(({ bytes }) => bytes());
  const countReads = () => pages.reduce((sum, { reads }) => sum + reads(), 0);
  const before = cpuOf(product, postgres);
  const everyMs = 1_000 / (agents.count * CHANGES_PER_SECOND_AND_AGENT);
  const changing: Promise<void>[] = [];
  let failed = 0;
  const readsBefore = countReads();
  const startedAt = performance.now();
  for (let n = 0; performance.now() - startedAt < SECONDS * 1_000; n += 1) {
    const change = agents.change((started) => {
      for (const { waiting } of followers) waiting.set(started.userId, started);
    });
    // On a busy machine a request can fail.
    changing.push(
      change.catch(() => {
        failed += 1;
      }),
    );
    await delay(Math.max(0, startedAt + (n + 1) * everyMs - performance.now()));
  }
  await Promise.all(changing);
  if (failed > 0) console.log(`${failed} changes failed and count as not seen.`);
  const after = cpuOf(product, postgres);
  const bytesPerBoard = pages.map(({ bytes }, n) => (bytes() - (bytesBefore[n] ?? 0)) / 1_000 / SECONDS);
  const readsPerBoard = (countReads() - readsBefore) / boards / SECONDS;
  await delay(3_000);
  for (const page of pages) page.close();
  const share = (part: keyof Used) => (after[part] - before[part]) / (SECONDS * 1_000);
  return {
    used: { server: share('server'), database: share('database'), realtime: share('realtime') },
    seenMs,
    unseen: followers.reduce((sum, { waiting }) => sum + waiting.size, 0),
    bytesPerBoard,
    readsPerBoard,
    firstBytes: pages[0]?.firstBytes ?? '',
  };
}

function cpuOf(product: Product, postgres: TestPostgres): Used {
  return {
    server: cpuMs(product.pidOf('server')),
    database: cpuMsWithChildren(postgres.pid),
    realtime: cpuMs(product.pidOf('realtime')),
  };
}

function print(size: number, idle: Measured, ours: Measured, whole: Measured): void {
  const cpu = (name: string, part: keyof Used, target: string): Figure => {
    const own = ({ used }: Measured) => [Math.max(0, used[part] - idle.used[part])];
    return figure(name, 'cores', own(ours), target, ['whole boards', own(whole)]);
  };
  const perRead = ({ used, readsPerBoard }: Measured) => [
    (Math.max(0, used.server - idle.used.server) / (readsPerBoard * BOARDS)) * 1_000,
  ];
  const kilobytes = (text: string) => [Buffer.byteLength(text) / 1_000];
  const zipped = (text: string) => [gzipSync(text).length / 1_000];
  printTable(`${BOARDS} live boards of ${size.toLocaleString('en')} agents, without the changes' own CPU`, [
    cpu('server', 'server', '0.5 in all'),
    cpu('PostgreSQL', 'database', ''),
    cpu('realtime service', 'realtime', ''),
    // Comparable on a busy machine, where boards get fewer answers than on an idle one.
    figure('server CPU per answer, with its share of the read', 'ms', perRead(ours), '10', [
      'whole boards',
      perRead(whole),
    ]),
    figure('reads of a board', '1/s', [ours.readsPerBoard], '', ['whole boards', [whole.readsPerBoard]]),
    figure('received by a board', 'kB/s', ours.bytesPerBoard, '', ['whole boards', whole.bytesPerBoard]),
    figure('first board', 'kB', kilobytes(ours.firstBytes), ''),
    figure('first board, gzip', 'kB', zipped(ours.firstBytes), '100'),
    figure('change → board', 'ms', ours.seenMs, '1,000', ['whole boards', whole.seenMs]),
    figure('changes not seen', 'changes', [ours.unseen], '0', ['whole boards', [whole.unseen]]),
  ]);
}

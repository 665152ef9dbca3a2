/** Leads at the whole product with many agents online: how soon one rings, and what becomes of many at once. */
import { setTimeout as delay } from 'node:timers/promises';
import { PRESENCE_INTERVAL_MS } from '@offhook/contract/limits';
import { seedDemoWorld } from '@offhook/server/demo/demo-world';
import { openPostgres } from '@offhook/server/platform/database/postgres';
import { startTestPostgres, type TestPostgres } from '@offhook/server/testing/database/postgres';
import { Product, until } from '@offhook/stack/product';
import { cpuMs, familyCpuMs } from '../cpu.ts';
import { type Figure, figure, printTable } from '../table.ts';
import { type Agents, addAgents, fillWithAgents, type Login, openAgents, type Ring } from './agents.ts';

const ONLINE = 200;
const SINGLE_LEADS = 60;
const BURSTS = 3;
const BURST = 500;
/** Of the embedded voice service: so many calls may be created at once, and then in each second. */
const CREATIONS_PER_SECOND = 100;
const LIMIT_MS = 120_000;
const IDLE_MS = 10_000;
const IDLE_RUNS = 3;
const METRICS_TOKEN = 'a token of the bench alone';

let posted = 0;

interface Posted {
  /** The call that rings now; 0: none does. */
  readonly callId: number;
  /** It rings, or is promised for a time. */
  readonly isTaken: boolean;
  /** ms until the answer. */
  readonly answered: number;
}

async function post(product: Product): Promise<Posted> {
  posted += 1;
  const began = performance.now();
  const { status, body } = await product.postLead({
    phone_number: `+1415555${String(3_000 + posted).padStart(4, '0')}`,
    fname: 'Bench',
    lname: String(posted),
  });
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  const callId = body.outcome === 'ringing now' ? (body.call_id ?? 0) : 0;
  const isTaken = callId !== 0 || Boolean(body.scheduled_for);
  return { callId, isTaken, answered: performance.now() - began };
}

const ringsOf = (agents: Agents, callId: number): readonly Ring[] =>
  agents.rings.filter((ring) => ring.callId === callId);

async function singles(product: Product, agents: Agents): Promise<{ rung: number[]; bare: number[] }> {
  const rung: number[] = [];
  const bare: number[] = [];
  for (let n = 0; n < SINGLE_LEADS; n += 1) {
    const asked = performance.now();
    await (await fetch(`${product.url}/healthz`)).text();
    bare.push(performance.now() - asked);
    const began = performance.now();
    const { callId } = await post(product);
    const [ring] = await until(
      () => (ringsOf(agents, callId).length > 0 ? ringsOf(agents, callId) : null),
      'the ring of a lead',
    );
    rung.push((ring?.at ?? Number.NaN) - began);
  }
  return { rung, bare };
}

interface Burst {
  /** ms until each was answered. */
  readonly answered: readonly number[];
  /** ms until the last of those that ring now rang. */
  readonly last: number;
  readonly rung: number;
  readonly lost: number;
}

async function burst(product: Product, agents: Agents): Promise<Burst> {
  const began = performance.now();
  const leads = await Promise.all(Array.from({ length: BURST }, () => post(product)));
  const made = leads.map(({ callId }) => callId).filter((callId) => callId !== 0);
  const missing = () => made.filter((callId) => ringsOf(agents, callId).length === 0).length;
  await until(() => missing() === 0, 'the rings of a burst', LIMIT_MS).catch(() => undefined);
  const wanted = new Set(made);
  const rings = agents.rings.filter(({ callId }) => wanted.has(callId));
  const first = new Map<number, number>();
  for (const { callId, at } of rings) first.set(callId, Math.min(at, first.get(callId) ?? at));
  return {
    answered: leads.map(({ answered }) => answered),
    last: Math.max(...first.values()) - began,
    rung: made.length,
    lost: leads.filter(({ isTaken }) => !isTaken).length + missing(),
  };
}

/** The phones take their calls and hang up, until nobody has one. */
async function clear(product: Product, agents: Agents): Promise<void> {
  await agents.takeAll();
  const open = async () => {
    await agents.takeAll();
    const answer = await fetch(`${product.url}/metrics`, {
      headers: { authorization: `Bearer ${METRICS_TOKEN}` },
    });
    const levels = await answer.text();
    const found = [...levels.matchAll(/^offhook_(?:calls|rings)_open(?:\{.*\})? (\d+)$/gm)];
    if (!answer.ok || found.length === 0) throw new Error(`the metrics: ${answer.status} ${levels}`);
    return found.reduce((sum, [, count]) => sum + Number(count), 0);
  };
  await until(async () => (await open()) === 0, 'the calls to end', LIMIT_MS);
}

/** What the server does for agents who wait, by the reports of their phones. */
async function idle(product: Product, postgres: TestPostgres | null): Promise<Figure[]> {
  const server = product.pidOf('server');
  const used: number[] = [];
  const usedByDatabase: number[] = [];
  const reports = (ONLINE * IDLE_MS) / PRESENCE_INTERVAL_MS;
  for (let n = 0; n < IDLE_RUNS; n += 1) {
    const [before, beforeDatabase] = [cpuMs(server), postgres ? familyCpuMs(postgres.pid) : 0];
    await delay(IDLE_MS);
    used.push((cpuMs(server) - before) / reports);
    if (postgres) usedByDatabase.push((familyCpuMs(postgres.pid) - beforeDatabase) / reports);
  }
  const figures: Figure[] = [figure("CPU of the server for a phone's report", 'ms', used, '')];
  if (postgres) figures.push(figure('of PostgreSQL beside it', 'ms', usedByDatabase, ''));
  return figures;
}

export async function benchLeads(): Promise<void> {
  const product = new Product();
  try {
    await benchOn('the embedded database', product, await fillWithAgents(product, ONLINE), {}, null);
  } finally {
    await product.dispose();
  }
  const postgres = await startTestPostgres({ isDurable: true });
  if (postgres === null) return console.log('\nNo PostgreSQL was found on this machine.');
  const other = new Product();
  try {
    await postgres.createDatabase('bench');
    const url = postgres.url('bench');
    const opened = await openPostgres(url, () => undefined);
    await seedDemoWorld(Date.now())(opened.db, other.data);
    const logins = await addAgents(opened.db, ONLINE);
    await opened.close();
    await benchOn('PostgreSQL', other, logins, { DATABASE_URL: url }, postgres);
  } finally {
    await other.dispose();
    await postgres.stop();
  }
}

async function benchOn(
  database: string,
  product: Product,
  logins: readonly Login[],
  environment: Record<string, string>,
  postgres: TestPostgres | null,
): Promise<void> {
  let agents: Agents | undefined;
  try {
    await product.start({ METRICS_TOKEN, ...environment });
    agents = await openAgents(product.url, logins);
    const waiting = await idle(product, postgres);
    const { rung, bare } = await singles(product, agents);
    await clear(product, agents);
    printTable(`A lead with ${ONLINE} agents online, on ${database}`, [
      figure("lead posted → 'invite' at the phone", 'ms', rung, 'p50 50, p99 120', ['a bare request', bare]),
      ...waiting,
    ]);
    const bursts: Burst[] = [];
    for (let n = 0; n < BURSTS; n += 1) {
      bursts.push(await burst(product, agents));
      await clear(product, agents);
    }
    const floor = ((ONLINE - CREATIONS_PER_SECOND) / CREATIONS_PER_SECOND) * 1000;
    printTable(`${BURST} leads at once, ${ONLINE} agents online, on ${database}`, [
      figure(
        'lead posted → answered',
        'ms',
        bursts.flatMap(({ answered }) => answered),
        'within a minute, as the gateway waits',
      ),
      figure(
        'leads that ring now',
        'leads',
        bursts.map(({ rung }) => rung),
        `${ONLINE}`,
      ),
      figure(
        'until the last of these rang',
        'ms',
        bursts.map(({ last }) => last),
        'the budget of creations',
        [`${CREATIONS_PER_SECOND} calls created a second`, [floor]],
      ),
      figure(
        'leads that neither ring nor are promised a call',
        'leads',
        bursts.map(({ lost }) => lost),
        '0',
      ),
    ]);
  } finally {
    await agents?.close();
  }
}

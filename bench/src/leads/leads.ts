/**
 * Lead intake on the whole product with many agents online: how soon a lead rings an agent, and how bursts are handled.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { PRESENCE_INTERVAL_MS } from '@offhook/contract/limits';
import { createDemoSeeder } from '@offhook/server/demo/demo-world';
import { openPostgres } from '@offhook/server/platform/database/postgres';
import { startTestPostgres, type TestPostgres } from '@offhook/server/testing/database/postgres';
import { Product, waitUntil } from '@offhook/stack/product';
import { cpuMs, cpuMsWithChildren } from '../cpu.ts';
import { type Figure, figure, printTable } from '../table.ts';
import { type Agents, addAgents, fillWithAgents, type Login, openAgents, type Ring } from './agents.ts';

const ONLINE = 200;
const SINGLE_LEADS = 60;
const BURSTS = 3;
const BURST_LEADS = 500;
/** The voice service's limit: a burst of this many calls, then this many per second. */
const CREATIONS_PER_SECOND = 100;
const TIMEOUT_MS = 120_000;
const IDLE_MS = 10_000;
const IDLE_RUNS = 3;
const METRICS_TOKEN = 'bench-only-token';

let posted = 0;

interface PostedLead {
  readonly callId: number;
  readonly isHandled: boolean;
  readonly responseMs: number;
}

async function post(product: Product): Promise<PostedLead> {
  posted += 1;
  const startedAt = performance.now();
  const { status, body } = await product.postLead({
    phone_number: `+1415555${String(3_000 + posted).padStart(4, '0')}`,
    fname: 'Bench',
    lname: String(posted),
  });
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  const callId = body.outcome === 'ringing now' ? (body.call_id ?? 0) : 0;
  const isHandled = callId !== 0 || Boolean(body.scheduled_for);
  return { callId, isHandled, responseMs: performance.now() - startedAt };
}

const ringsForCall = (agents: Agents, callId: number): readonly Ring[] =>
  agents.rings.filter((ring) => ring.callId === callId);

async function measureSingleLeads(
  product: Product,
  agents: Agents,
): Promise<{ ringMs: number[]; healthCheckMs: number[] }> {
  const ringMs: number[] = [];
  const healthCheckMs: number[] = [];
  for (let n = 0; n < SINGLE_LEADS; n += 1) {
    const requestedAt = performance.now();
    await (await fetch(`${product.url}/healthz`)).text();
    healthCheckMs.push(performance.now() - requestedAt);
    const startedAt = performance.now();
    const { callId } = await post(product);
    const [ring] = await waitUntil(
      () => (ringsForCall(agents, callId).length > 0 ? ringsForCall(agents, callId) : null),
      'the lead to ring an agent',
    );
    ringMs.push((ring?.at ?? Number.NaN) - startedAt);
  }
  return { ringMs, healthCheckMs };
}

interface Burst {
  readonly responseMs: readonly number[];
  readonly lastRingMs: number;
  readonly rungLeads: number;
  readonly lostLeads: number;
}

async function measureBurst(product: Product, agents: Agents): Promise<Burst> {
  const startedAt = performance.now();
  const leads = await Promise.all(Array.from({ length: BURST_LEADS }, () => post(product)));
  const ringingCalls = leads.map(({ callId }) => callId).filter((callId) => callId !== 0);
  const missing = () => ringingCalls.filter((callId) => ringsForCall(agents, callId).length === 0).length;
  await waitUntil(() => missing() === 0, 'all leads in the burst to ring an agent', TIMEOUT_MS).catch(
    () => undefined,
  );
  const callIds = new Set(ringingCalls);
  const rings = agents.rings.filter(({ callId }) => callIds.has(callId));
  const first = new Map<number, number>();
  for (const { callId, at } of rings) first.set(callId, Math.min(at, first.get(callId) ?? at));
  return {
    responseMs: leads.map(({ responseMs }) => responseMs),
    lastRingMs: Math.max(...first.values()) - startedAt,
    rungLeads: ringingCalls.length,
    lostLeads: leads.filter(({ isHandled }) => !isHandled).length + missing(),
  };
}

async function endAllCalls(product: Product, agents: Agents): Promise<void> {
  await agents.acceptAndHangUpAll();
  const countOpen = async () => {
    await agents.acceptAndHangUpAll();
    const response = await fetch(`${product.url}/metrics`, {
      headers: { authorization: `Bearer ${METRICS_TOKEN}` },
    });
    const metrics = await response.text();
    const found = [...metrics.matchAll(/^offhook_(?:calls|rings)_open(?:\{.*\})? (\d+)$/gm)];
    if (!response.ok || found.length === 0)
      throw new Error(`Unexpected metrics: ${response.status} ${metrics}`);
    return found.reduce((sum, [, count]) => sum + Number(count), 0);
  };
  await waitUntil(async () => (await countOpen()) === 0, 'the calls to end', TIMEOUT_MS);
}

async function measureIdle(product: Product, postgres: TestPostgres | null): Promise<Figure[]> {
  const server = product.pidOf('server');
  const used: number[] = [];
  const usedByDatabase: number[] = [];
  const reports = (ONLINE * IDLE_MS) / PRESENCE_INTERVAL_MS;
  for (let n = 0; n < IDLE_RUNS; n += 1) {
    const [before, beforeDatabase] = [cpuMs(server), postgres ? cpuMsWithChildren(postgres.pid) : 0];
    await delay(IDLE_MS);
    used.push((cpuMs(server) - before) / reports);
    if (postgres) usedByDatabase.push((cpuMsWithChildren(postgres.pid) - beforeDatabase) / reports);
  }
  const figures: Figure[] = [figure('server CPU per presence report', 'ms', used, '')];
  if (postgres) figures.push(figure('PostgreSQL CPU per presence report', 'ms', usedByDatabase, ''));
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
  if (postgres === null) return console.log('\nPostgreSQL not found: skipped.');
  const other = new Product();
  try {
    await postgres.createDatabase('bench');
    const url = postgres.url('bench');
    const opened = await openPostgres(url, () => undefined);
    await createDemoSeeder(Date.now())(opened.db, other.data);
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
    const idleFigures = await measureIdle(product, postgres);
    const { ringMs, healthCheckMs } = await measureSingleLeads(product, agents);
    await endAllCalls(product, agents);
    printTable(`A lead with ${ONLINE} agents online, on ${database}`, [
      figure("lead posted → 'invite' at the phone", 'ms', ringMs, 'p50 50, p99 120', [
        'a health check',
        healthCheckMs,
      ]),
      ...idleFigures,
    ]);
    const bursts: Burst[] = [];
    for (let n = 0; n < BURSTS; n += 1) {
      bursts.push(await measureBurst(product, agents));
      await endAllCalls(product, agents);
    }
    const minimumMs = ((ONLINE - CREATIONS_PER_SECOND) / CREATIONS_PER_SECOND) * 1000;
    printTable(`${BURST_LEADS} simultaneous leads, ${ONLINE} agents online, on ${database}`, [
      figure(
        'lead posted → HTTP response',
        'ms',
        bursts.flatMap(({ responseMs }) => responseMs),
        "60 s, the gateway's timeout",
      ),
      figure(
        'leads that rang an agent',
        'leads',
        bursts.map(({ rungLeads }) => rungLeads),
        `${ONLINE}`,
      ),
      figure(
        'burst posted → last lead rings an agent',
        'ms',
        bursts.map(({ lastRingMs }) => lastRingMs),
        'limited by call creation rate',
        [`${CREATIONS_PER_SECOND} calls created per second`, [minimumMs]],
      ),
      figure(
        'leads neither rung nor scheduled',
        'leads',
        bursts.map(({ lostLeads }) => lostLeads),
        '0',
      ),
    ]);
  } finally {
    await agents?.close();
  }
}

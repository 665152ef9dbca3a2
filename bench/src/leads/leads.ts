/** Leads at the whole product with many agents online: how soon one rings, and what becomes of many at once. */
import { Product, until } from '@offhook/stack/product';
import { spreadOf } from '../spread.ts';
import { printTable } from '../table.ts';
import { type Agents, fillWithAgents, openAgents, type Ring } from './agents.ts';

const ONLINE = 200;
const SINGLE_LEADS = 60;
const BURSTS = 5;
const BURST = 500;
/** Of the embedded voice service: so many calls may be created at once, and then in each second. */
const CREATIONS_PER_SECOND = 100;
const LIMIT_MS = 120_000;

let posted = 0;

/** @returns the call that was made for it; 0: none */
async function post(product: Product): Promise<number> {
  posted += 1;
  const { status, body } = await product.postLead({
    phone_number: `+1415555${String(3_000 + posted).padStart(4, '0')}`,
    fname: 'Bench',
    lname: String(posted),
  });
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body.outcome === 'ringing now' ? (body.call_id ?? 0) : 0;
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
    const callId = await post(product);
    const [ring] = await until(
      () => (ringsOf(agents, callId).length > 0 ? ringsOf(agents, callId) : null),
      'the ring of a lead',
    );
    rung.push((ring?.at ?? Number.NaN) - began);
  }
  return { rung, bare };
}

interface Burst {
  /** ms until the last of them rang. */
  readonly last: number;
  readonly lost: number;
  readonly twice: number;
}

async function burst(product: Product, agents: Agents): Promise<Burst> {
  const began = performance.now();
  const callIds = await Promise.all(Array.from({ length: BURST }, () => post(product)));
  const made = callIds.filter((callId) => callId !== 0);
  const missing = () => made.filter((callId) => ringsOf(agents, callId).length === 0).length;
  await until(() => missing() === 0, 'the rings of a burst', LIMIT_MS).catch(() => undefined);
  const wanted = new Set(made);
  const rings = agents.rings.filter(({ callId }) => wanted.has(callId));
  return {
    last: Math.max(...rings.map(({ at }) => at)) - began,
    lost: BURST - made.length + missing(),
    twice: made.length - wanted.size + rings.length - new Set(rings.map(({ callId }) => callId)).size,
  };
}

/** The phones take their calls and hang up, until nobody has one. */
async function clear(product: Product, agents: Agents): Promise<void> {
  await agents.takeAll();
  const open = async () => {
    await agents.takeAll();
    const answer = await fetch(`${product.url}/demo/lines`);
    return ((await answer.json()) as { lines: unknown[] }).lines.length;
  };
  await until(async () => (await open()) === 0, 'the calls to end', LIMIT_MS);
}

export async function benchLeads(): Promise<void> {
  const product = new Product();
  let agents: Agents | undefined;
  try {
    const logins = await fillWithAgents(product, BURST);
    await product.start();
    agents = await openAgents(product.url, logins.slice(0, ONLINE));
    const { rung, bare } = await singles(product, agents);
    await clear(product, agents);
    printTable(`A lead with ${ONLINE} agents online`, [
      {
        what: "lead posted → 'invite' at the phone",
        unit: 'ms',
        ours: spreadOf(rung),
        peer: { name: 'a bare request', spread: spreadOf(bare) },
        goal: 'p50 50, p99 120',
      },
    ]);
    await agents.close();
    agents = await openAgents(product.url, logins);
    const bursts: Burst[] = [];
    for (let n = 0; n < BURSTS; n += 1) {
      bursts.push(await burst(product, agents));
      await clear(product, agents);
    }
    const floor = ((BURST - CREATIONS_PER_SECOND) / CREATIONS_PER_SECOND) * 1000;
    printTable(`${BURST} leads at once, ${BURST} agents online`, [
      {
        what: 'until the last one rang',
        unit: 'ms',
        ours: spreadOf(bursts.map(({ last }) => last)),
        peer: { name: `${CREATIONS_PER_SECOND} calls created a second`, spread: spreadOf([floor]) },
        goal: 'the budget of creations',
      },
      {
        what: 'leads that rang nobody',
        unit: 'leads',
        ours: spreadOf(bursts.map(({ lost }) => lost)),
        goal: '0',
      },
      {
        what: 'leads that rang twice',
        unit: 'leads',
        ours: spreadOf(bursts.map(({ twice }) => twice)),
        goal: '0',
      },
    ]);
  } finally {
    await agents?.close();
    await product.dispose();
  }
}

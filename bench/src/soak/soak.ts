/** `npm run soak`: agents and leads at a product for a long time, with faults, and what became of it all. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { PhoneConfig } from '@offhook/contract/client/phone-config';
import { startTestPostgres } from '@offhook/server/testing/database/postgres';
import { browserFetch, clientAt } from '@offhook/server/testing/servers/api-client';
import { type PartName, Product } from '@offhook/stack/product';
import * as z from 'zod/mini';
import { fillPostgres, fillWithAgents, type Login } from '../leads/agents.ts';
import { spreadOf } from '../spread.ts';
import { work } from './agent.ts';
import { apiOf, type Session, sessionOf } from './api.ts';
import { chanceOf } from './chance.ts';
import { KINDS, makeFault, openWire, type Wire } from './faults.ts';
import { sendLeads } from './leads.ts';
import { type Options, readOptions, USAGE } from './options.ts';
import { quiet, readOutcome } from './outcome.ts';
import { newTally, type Tally } from './tally.ts';
import { type FinalCall, judge, type Remains } from './verdict.ts';

const DEMO_KEY = 'demo-100';
const DEMO_SUPERVISOR = { email: 'supervisor@demo.test', password: 'offhook-demo' };
const DEMO_NUMBERS = '+1415555';
const MINUTE_MS = 60_000;
/** After the last lead: rings end, conversations end, lost callbacks are noticed. */
const QUIET_MS = 5 * MINUTE_MS;
/** Connections that wait for their next request have gone by then: the server keeps them for 72 s. */
const KEPT_MS = 80_000;
const PARTS = ['supervisor', 'server', 'voice', 'realtime'] as const satisfies readonly PartName[];

interface Place {
  /** Where the agents are; a wire that can be cut may lie between. */
  readonly url: string;
  readonly directUrl: string;
  readonly agents: readonly { readonly name: string; readonly session: Session }[];
  readonly supervisor: Session;
  readonly key: string;
  readonly numbers: string;
  /** Its own product, at which faults can be made. */
  readonly own: OwnProduct | null;
}

interface OwnProduct {
  readonly product: Product;
  readonly wire: Wire;
  end(): Promise<void>;
}

interface FilledProduct {
  readonly product: Product;
  readonly logins: readonly Login[];
  end(): Promise<void>;
}

async function onEmbedded(agents: number): Promise<FilledProduct> {
  const product = new Product();
  return { product, logins: await fillWithAgents(product, agents), end: () => product.dispose() };
}

async function onPostgres(agents: number): Promise<FilledProduct> {
  const postgres = await startTestPostgres({ isDurable: true });
  if (!postgres) throw new Error('--database postgres: the programs of PostgreSQL were not found.');
  await postgres.createDatabase('offhook');
  const url = postgres.url('offhook');
  const product = new Product({ DATABASE_URL: url });
  return {
    product,
    logins: await fillPostgres(url, join(product.data, 'recordings'), agents),
    end: async () => {
      await product.dispose();
      await postgres.stop();
    },
  };
}

async function ownPlace({ agents, database }: Options): Promise<Place> {
  const { product, logins, end } = await (database === 'postgres' ? onPostgres : onEmbedded)(agents);
  await product.start();
  const wire = await openWire(() => product.url);
  return {
    url: wire.url,
    directUrl: product.url,
    agents: logins.map(({ userId, token }) => ({
      name: String(userId),
      session: sessionOf(wire.url, { email: `user ${userId}`, password: '', token }),
    })),
    supervisor: sessionOf(product.url, { ...DEMO_SUPERVISOR, token: null }),
    key: DEMO_KEY,
    numbers: DEMO_NUMBERS,
    own: { product, wire, end },
  };
}

function otherPlace(options: Options, url: string): Place {
  const login = (line: string, name: string) => {
    const [email = '', ...password] = line.split(',');
    return {
      name,
      session: sessionOf(url, { email: email.trim(), password: password.join(',').trim(), token: null }),
    };
  };
  const lines = readFileSync(options.logins ?? '', 'utf8')
    .split(/\r?\n/)
    .filter((line) => line.includes(','));
  return {
    url,
    directUrl: url,
    agents: lines.slice(0, options.agents).map((line, n) => login(line, String(n))),
    supervisor: login(options.supervisor ?? '', 'supervisor').session,
    key: options.key ?? '',
    numbers: options.numbers ?? '',
    own: null,
  };
}

/** Where phones of this place signal to; the page says it. */
async function signallingOf(url: string): Promise<string> {
  const page = await (await fetch(url)).text();
  const json = /<script[^>]*id="offhook-config"[^>]*>(.*?)<\/script>/s.exec(page)?.[1] ?? '';
  const { voice } = z.parse(PhoneConfig, JSON.parse(json));
  if (voice.chunderw === '') return `wss://voice-js.${voice.edge ?? 'roaming'}.twilio.com/signal`;
  const told = new URL(`ws://${voice.chunderw}/signal`);
  const asked = new URL(url);
  // An own voice service stands at the same origin: the wire to it is the same.
  return `${asked.protocol === 'https:' ? 'wss' : 'ws'}://${asked.host}${told.pathname}`;
}

/**
 * Without the embedded database's own files: it keeps each of its relations open from the first use on, and its first
 * vacuum, a quarter of an hour after the start, uses them all (400 at once, and none more with the next).
 */
const filesOf = (product: Product) =>
  PARTS.map((part) => {
    const open = `/proc/${product.pidOf(part)}/fd`;
    const database = `${join(product.data, 'pg')}/`;
    const others = readdirSync(open).filter((file) => !targetOf(join(open, file)).startsWith(database));
    return { process: part, count: others.length };
  });

/** Empty for what was closed between the two looks. */
function targetOf(link: string): string {
  try {
    return readlinkSync(link);
  } catch {
    return '';
  }
}

const memoryOf = (product: Product) =>
  PARTS.map((part) => {
    const status = readFileSync(`/proc/${product.pidOf(part)}/status`, 'utf8');
    return `${part} ${Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)} MB`;
  }).join(', ');

const openFiles = (files: ReturnType<typeof filesOf>) =>
  files.map(({ process, count }) => `${process} ${count}`).join(', ');

const say = (words: string) => console.log(`${new Date().toISOString().slice(11, 19)}  ${words}`);

async function faultsUntil(end: number, place: Place, options: Options, tally: Tally): Promise<void> {
  if (!place.own || options.faults === 0) return;
  const { product, wire } = place.own;
  const chance = chanceOf(options.seed + 1);
  for (let nth = 0; ; nth += 1) {
    const due = performance.now() + MINUTE_MS / options.faults;
    // The last one leaves time to come back before the leads end.
    if (due > end - 10_000) return;
    await pause(due - performance.now());
    tally.counts.faults += 1;
    say(
      `fault: ${await makeFault(product, wire, chance, options.only ?? KINDS[nth % KINDS.length] ?? 'kill')}`,
    );
  }
}

async function run(options: Options): Promise<boolean> {
  const place = options.url ? otherPlace(options, options.url) : await ownPlace(options);
  const tally = newTally();
  const home = new AbortController();
  const shifts: Promise<void>[] = [];
  try {
    await place.supervisor.open();
    const signalling = await signallingOf(place.url);
    say(`${place.agents.length} agents at ${place.directUrl}`);
    for (const [n, { name, session }] of place.agents.entries()) {
      const chance = chanceOf(options.seed * 100_003 + n);
      shifts.push(work({ name, session, signalling, chance, tally, home: home.signal }));
      await pause(20);
    }
    await pause(5_000);
    const before = place.own ? filesOf(place.own.product) : [];
    if (place.own) say(`memory: ${memoryOf(place.own.product)}; open files: ${openFiles(before)}`);

    const ms = options.minutes * MINUTE_MS;
    const end = performance.now() + ms;
    const authorization = `Bearer ${place.key}`;
    const api = apiOf(clientAt(place.directUrl, browserFetch({ authorization })), (why) =>
      tally.postedAgain.set(why, (tally.postedAgain.get(why) ?? 0) + 1),
    );
    const reports = setInterval(() => {
      const { counts } = tally;
      say(
        `${counts['leads acknowledged']} leads, ${counts['rings accepted']} accepted, ${counts['results given']} results` +
          [...tally.postedAgain].map(([why, count]) => `; ${why}: ${count}`).join(''),
      );
    }, MINUTE_MS);
    await Promise.all([
      sendLeads({ api, numbers: place.numbers, perSecond: options.leads, ms, tally }),
      faultsUntil(end, place, options, tally),
    ]);
    clearInterval(reports);
    say('the last lead is in; waiting until all calls have ended');
    const isQuiet = await quiet(place.supervisor, QUIET_MS);
    home.abort();
    await Promise.all(shifts);
    const remains: Remains = {
      files: [],
      lines: 0,
      ...(place.own && (await remainsOf(place.own, before, options.database))),
    };
    if (place.own)
      say(`memory: ${memoryOf(place.own.product)}; open files: ${openFiles(filesOf(place.own.product))}`);
    const leadIds = [...tally.leads.values()].map(({ leadId }) => leadId);
    const outcome = await readOutcome(
      place.supervisor,
      leadIds,
      new Set([...tally.results.keys(), ...tally.notes.keys()]),
    );
    const { counts } = tally;
    const findings = judge(tally, outcome.calls, outcome.leadIds, remains, {
      refused: counts['leads refused'],
      unanswered: counts['leads without an answer'],
      conversations: counts.conversations,
      absent: place.agents.map(({ name }) => name).filter((name) => !tally.online.has(name)),
    });
    if (!isQuiet) say('some calls had not ended in time');
    report(tally, [...outcome.calls.values()], findings);
    return findings.length === 0;
  } finally {
    home.abort();
    await Promise.allSettled(shifts);
    await place.own?.wire.close();
    await place.own?.end();
  }
}

async function remainsOf(
  { product }: NonNullable<Place['own']>,
  before: readonly { process: string; count: number }[],
  database: Options['database'],
): Promise<Remains> {
  await pause(KEPT_MS);
  const after = new Map(filesOf(product).map(({ process, count }) => [process, count]));
  return {
    files: before.map(({ process, count }) => ({
      process,
      before: count,
      after: after.get(process as PartName) ?? 0,
    })),
    lines: database === 'embedded' ? (await product.lines()).length : null,
  };
}

function report(tally: Tally, calls: readonly FinalCall[], findings: readonly string[]): void {
  console.log('');
  for (const [what, count] of Object.entries(tally.counts))
    console.log(`${String(count).padStart(8)}  ${what}`);
  for (const [why, count] of tally.postedAgain)
    console.log(`${String(count).padStart(8)}  posts sent again: ${why}`);
  console.log(`${String(calls.length).padStart(8)}  calls of these leads in the end`);
  console.log(`${String(calls.filter(({ isRetry }) => isRetry).length).padStart(8)}  of them made again`);
  const rung = [...tally.postedAt].flatMap(([callId, at]) => {
    const rang = tally.rangAt.get(callId);
    return rang === undefined ? [] : [rang - at];
  });
  if (rung.length > 0) {
    const { p50, p99, max } = spreadOf(rung);
    const figures = [p50, p99, max].map((value) => value.toFixed(0));
    console.log(
      `\nlead posted → first ring at a phone, ms: p50 ${figures[0]}, p99 ${figures[1]}, longest ${figures[2]}`,
    );
  }
  console.log(
    findings.length === 0 ? '\nNothing is lost, doubled or left open.' : `\n${findings.length} findings:`,
  );
  for (const finding of findings.slice(0, 100)) console.log(`  ${finding}`);
}

let options: Options;
try {
  if (process.argv.includes('--help')) throw new Error('');
  options = readOptions(process.argv.slice(2));
} catch (error) {
  const { message } = error as Error;
  console.error(message === '' ? USAGE : `${message}\n\n${USAGE}`);
  process.exit(message === '' ? 0 : 2);
}
process.exit((await run(options)) ? 0 : 1);

/** `npm run soak`: runs agents and leads for a long time while injecting faults, and reports what was lost. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { PhoneConfig } from '@offhook/contract/client/phone-config';
import { startTestPostgres } from '@offhook/server/testing/database/postgres';
import { browserFetch, clientAt } from '@offhook/server/testing/servers/api-client';
import { type ProcessName, Product } from '@offhook/stack/product';
import * as z from 'zod/mini';
import { fillPostgres, fillWithAgents, type Login } from '../leads/agents.ts';
import { summarize } from '../statistics.ts';
import { runAgent } from './agent.ts';
import { createApi, createSession, type Session } from './api.ts';
import { type CuttableProxy, FAULT_KINDS, injectFault, openProxy } from './faults.ts';
import { type FinalCall, findProblems, type Leftovers } from './findings.ts';
import { sendLeads } from './leads.ts';
import { type Options, readOptions, USAGE } from './options.ts';
import { readOutcome, waitUntilIdle } from './outcome.ts';
import { createRandom } from './random.ts';
import { newTally, type Tally } from './tally.ts';

const DEMO_KEY = 'demo-100';
const DEMO_SUPERVISOR = { email: 'supervisor@demo.test', password: 'offhook-demo' };
const DEMO_NUMBER_PREFIX = '+1415555';
const MINUTE_MS = 60_000;
/** Time after the last lead for calls to end and for the server to detect lost callbacks. */
const IDLE_TIMEOUT_MS = 5 * MINUTE_MS;
/** Longer than the server keeps idle connections open (72 s). */
const KEEP_ALIVE_MS = 80_000;
const PROCESSES = ['supervisor', 'server', 'voice', 'realtime'] as const satisfies readonly ProcessName[];

interface Target {
  readonly url: string;
  readonly directUrl: string;
  readonly agents: readonly { readonly name: string; readonly session: Session }[];
  readonly supervisor: Session;
  readonly key: string;
  readonly numberPrefix: string;
  /** Null for a remote deployment. */
  readonly local: LocalProduct | null;
}

interface LocalProduct {
  readonly product: Product;
  readonly proxy: CuttableProxy;
  end(): Promise<void>;
}

interface FilledProduct {
  readonly product: Product;
  readonly logins: readonly Login[];
  end(): Promise<void>;
}

async function fillEmbedded(agents: number): Promise<FilledProduct> {
  const product = new Product();
  return { product, logins: await fillWithAgents(product, agents), end: () => product.dispose() };
}

async function fillNewPostgres(agents: number): Promise<FilledProduct> {
  const postgres = await startTestPostgres({ isDurable: true });
  if (!postgres) throw new Error('--database postgres: PostgreSQL not found.');
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

async function localTarget({ agents, database }: Options): Promise<Target> {
  const { product, logins, end } = await (database === 'postgres' ? fillNewPostgres : fillEmbedded)(agents);
  await product.start();
  const proxy = await openProxy(() => product.url);
  return {
    url: proxy.url,
    directUrl: product.url,
    agents: logins.map(({ userId, token }) => ({
      name: String(userId),
      session: createSession(proxy.url, { email: `user ${userId}`, password: '', token }),
    })),
    supervisor: createSession(product.url, { ...DEMO_SUPERVISOR, token: null }),
    key: DEMO_KEY,
    numberPrefix: DEMO_NUMBER_PREFIX,
    local: { product, proxy, end },
  };
}

function remoteTarget(options: Options, url: string): Target {
  const login = (line: string, name: string) => {
    const [email = '', ...password] = line.split(',');
    return {
      name,
      session: createSession(url, { email: email.trim(), password: password.join(',').trim(), token: null }),
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
    numberPrefix: options.numbers ?? '',
    local: null,
  };
}

async function readSignalingUrl(url: string): Promise<string> {
  const page = await (await fetch(url)).text();
  const json = /<script[^>]*id="offhook-config"[^>]*>(.*?)<\/script>/s.exec(page)?.[1] ?? '';
  const { voice } = z.parse(PhoneConfig, JSON.parse(json));
  if (voice.chunderw === '') return `wss://voice-js.${voice.edge ?? 'roaming'}.twilio.com/signal`;
  const configured = new URL(`ws://${voice.chunderw}/signal`);
  const pageUrl = new URL(url);
  // The embedded voice service shares the page's origin, so it's reached through the same proxy.
  return `${pageUrl.protocol === 'https:' ? 'wss' : 'ws'}://${pageUrl.host}${configured.pathname}`;
}

/**
 * Ignores the embedded database's files: it keeps each relation open after its first use, and the first vacuum, 15
 * minutes after the start, uses all of them (about 400).
 */
const countOpenFiles = (product: Product) =>
  PROCESSES.map((name) => {
    const open = `/proc/${product.pidOf(name)}/fd`;
    const database = `${join(product.data, 'pg')}/`;
    const others = readdirSync(open).filter((file) => !linkTarget(join(open, file)).startsWith(database));
    return { process: name, count: others.length };
  });

function linkTarget(link: string): string {
  try {
    return readlinkSync(link);
  } catch {
    return '';
  }
}

const describeMemory = (product: Product) =>
  PROCESSES.map((name) => {
    const status = readFileSync(`/proc/${product.pidOf(name)}/status`, 'utf8');
    return `${name} ${Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)} MB`;
  }).join(', ');

const describeOpenFiles = (files: ReturnType<typeof countOpenFiles>) =>
  files.map(({ process, count }) => `${process} ${count}`).join(', ');

const log = (message: string) => console.log(`${new Date().toISOString().slice(11, 19)}  ${message}`);

async function injectFaultsUntil(end: number, target: Target, options: Options, tally: Tally): Promise<void> {
  if (!target.local || options.faults === 0) return;
  const { product, proxy } = target.local;
  const random = createRandom(options.seed + 1);
  for (let nth = 0; ; nth += 1) {
    const due = performance.now() + MINUTE_MS / options.faults;
    // Leave time to recover from the last fault before the leads end.
    if (due > end - 10_000) return;
    await pause(due - performance.now());
    tally.counts.faults += 1;
    log(
      `fault: ${await injectFault(product, proxy, random, options.only ?? FAULT_KINDS[nth % FAULT_KINDS.length] ?? 'kill')}`,
    );
  }
}

async function run(options: Options): Promise<boolean> {
  const target = options.url ? remoteTarget(options, options.url) : await localTarget(options);
  const tally = newTally();
  const stopController = new AbortController();
  const agentRuns: Promise<void>[] = [];
  try {
    await target.supervisor.open();
    const signalingUrl = await readSignalingUrl(target.url);
    log(`${target.agents.length} agents at ${target.directUrl}`);
    for (const [n, { name, session }] of target.agents.entries()) {
      const random = createRandom(options.seed * 100_003 + n);
      agentRuns.push(
        runAgent({ name, session, signalingUrl, random, tally, stopSignal: stopController.signal }),
      );
      await pause(20);
    }
    await pause(5_000);
    const before = target.local ? countOpenFiles(target.local.product) : [];
    if (target.local)
      log(`memory: ${describeMemory(target.local.product)}; open files: ${describeOpenFiles(before)}`);

    const ms = options.minutes * MINUTE_MS;
    const end = performance.now() + ms;
    const authorization = `Bearer ${target.key}`;
    const api = createApi(clientAt(target.directUrl, browserFetch({ authorization })), (reason) =>
      tally.retriedPosts.set(reason, (tally.retriedPosts.get(reason) ?? 0) + 1),
    );
    const progressTimer = setInterval(() => {
      const { counts } = tally;
      log(
        `${counts['leads acknowledged']} leads, ${counts['rings accepted']} accepted, ${counts['results saved']} results` +
          [...tally.retriedPosts].map(([reason, count]) => `; ${reason}: ${count}`).join(''),
      );
    }, MINUTE_MS);
    await Promise.all([
      sendLeads({ api, numberPrefix: target.numberPrefix, perSecond: options.leads, ms, tally }),
      injectFaultsUntil(end, target, options, tally),
    ]);
    clearInterval(progressTimer);
    log('all leads posted; waiting for calls to end');
    const isIdle = await waitUntilIdle(target.supervisor, IDLE_TIMEOUT_MS);
    stopController.abort();
    await Promise.all(agentRuns);
    const leftovers: Leftovers = {
      files: [],
      openLines: 0,
      ...(target.local && (await readLeftovers(target.local, before, options.database))),
    };
    if (target.local)
      log(
        `memory: ${describeMemory(target.local.product)}; open files: ${describeOpenFiles(countOpenFiles(target.local.product))}`,
      );
    const leadIds = [...tally.leads.values()].map(({ leadId }) => leadId);
    const outcome = await readOutcome(
      target.supervisor,
      leadIds,
      new Set([...tally.results.keys(), ...tally.notes.keys()]),
    );
    const { counts } = tally;
    const findings = findProblems(tally, outcome.calls, outcome.leadIds, leftovers, {
      rejected: counts['leads rejected'],
      unanswered: counts['leads without a response'],
      conversations: counts.conversations,
      absent: target.agents.map(({ name }) => name).filter((name) => !tally.online.has(name)),
    });
    if (!isIdle) log('timed out waiting for calls to end');
    report(tally, [...outcome.calls.values()], findings);
    return findings.length === 0;
  } finally {
    stopController.abort();
    await Promise.allSettled(agentRuns);
    await target.local?.proxy.close();
    await target.local?.end();
  }
}

async function readLeftovers(
  { product }: NonNullable<Target['local']>,
  before: readonly { process: string; count: number }[],
  database: Options['database'],
): Promise<Leftovers> {
  await pause(KEEP_ALIVE_MS);
  const after = new Map(countOpenFiles(product).map(({ process, count }) => [process, count]));
  return {
    files: before.map(({ process, count }) => ({
      process,
      before: count,
      after: after.get(process as ProcessName) ?? 0,
    })),
    openLines: database === 'embedded' ? (await product.lines()).length : null,
  };
}

function report(tally: Tally, calls: readonly FinalCall[], findings: readonly string[]): void {
  console.log('');
  for (const [name, count] of Object.entries(tally.counts))
    console.log(`${String(count).padStart(8)}  ${name}`);
  for (const [reason, count] of tally.retriedPosts)
    console.log(`${String(count).padStart(8)}  posts retried: ${reason}`);
  console.log(`${String(calls.length).padStart(8)}  calls to these leads`);
  console.log(`${String(calls.filter(({ isRetry }) => isRetry).length).padStart(8)}  of which retries`);
  const delays = [...tally.postedAt].flatMap(([callId, at]) => {
    const rang = tally.rangAt.get(callId);
    return rang === undefined ? [] : [rang - at];
  });
  if (delays.length > 0) {
    const { p50, p99, max } = summarize(delays);
    const figures = [p50, p99, max].map((value) => value.toFixed(0));
    console.log(
      `\nlead posted → first ring at a phone, ms: p50 ${figures[0]}, p99 ${figures[1]}, max ${figures[2]}`,
    );
  }
  console.log(
    findings.length === 0 ? '\nNothing was lost, duplicated or left open.' : `\n${findings.length} findings:`,
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

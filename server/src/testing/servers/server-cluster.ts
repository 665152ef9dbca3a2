/**
 * Several servers as the product runs them, behind one address: one PostgreSQL, the real voice service and the real
 * realtime service. Any of them can be killed, told to end, and started again.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { until } from '../world/world.ts';
import { ACCOUNT_ENVIRONMENT } from './keys.ts';
import { listen } from './local.ts';
import { programFile } from './program-file.ts';

export const SECRET = 'a test secret of 32 characters...';
export const PUSHER = { appId: 'app', key: 'key', secret: 'secret-of-the-app' };
/** The clock of the servers goes at a part of the pace: a busy machine must not look like a phone that is asleep. */
const PACE = 10;

export interface Cluster {
  /** Of the balancer. */
  readonly base: string;
  readonly voicePort: number;
  readonly realtimePort: number;
  /** ms since 1970, as the servers have it. */
  now(): number;
  /** Where one server listens itself. */
  own(name: string): string;
  kill(name: string): Promise<void>;
  /** SIGTERM; the exit code. */
  end(name: string): Promise<number | null>;
  /** Starts it again; resolves when it is ready. */
  start(name: string): Promise<void>;
  /** What a server refused within its notice after it had said that it is ready. */
  readonly broken: readonly string[];
  stop(): Promise<void>;
}

interface Running {
  readonly child: ChildProcess;
  readonly port: number;
  isKilled: boolean;
}

const NOTICE_SECONDS = 6;
/** Of the balancer, while no server is ready. */
const PATIENCE_MS = 10_000;

export async function startCluster(databaseUrl: string, names: readonly string[]): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'offhook-cluster-'));
  const began = Date.now();
  const slow = join(folder, 'slow.mjs');
  writeFileSync(
    slow,
    `const real = Date.now.bind(Date);
     Date.now = () => ${began} + Math.floor((real() - ${began}) / ${PACE});`,
  );
  const children = new Set<ChildProcess>();
  const servers = new Map<string, Running>();
  const broken: string[] = [];

  function run(args: readonly string[], env: Record<string, string>): ChildProcess {
    const child = spawn(process.execPath, args, {
      env: {
        PATH: process.env['PATH'],
        OFFHOOK_CHILD: '1',
        LOG_LEVEL: process.env['TEST_LOG'] ?? 'silent',
        ...env,
      },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    children.add(child);
    child.once('exit', () => children.delete(child));
    return child;
  }

  const pusher = { PUSHER_APP_ID: PUSHER.appId, PUSHER_KEY: PUSHER.key, PUSHER_SECRET: PUSHER.secret };

  // Two at a time go round; one that does not answer is passed over, as a balancer does.
  let turn = 0;
  const balancer = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => void pass(request, response, Buffer.concat(chunks)));
  });
  async function pass(request: IncomingMessage, response: ServerResponse, body: Buffer): Promise<void> {
    const end = performance.now() + PATIENCE_MS;
    while (!(await passOn(request, response, body)) && performance.now() < end) await delay(20);
    if (!response.headersSent && !response.destroyed) response.writeHead(502).end();
  }
  /** True: it was answered. */
  async function passOn(request: IncomingMessage, response: ServerResponse, body: Buffer): Promise<boolean> {
    turn += 1;
    const order = names.map((_name, index) => names[(index + turn) % names.length] ?? '');
    for (const name of order) {
      const server = servers.get(name);
      if (!server) continue;
      const asked = performance.now();
      if (!(await isReady(server.port))) continue;
      try {
        await forward(request, response, body, server.port);
        return true;
      } catch (error) {
        const said = `${request.method} ${request.url}: ${error}`;
        // Within its notice a server takes what it was sent; after it, the test itself was asleep.
        if (!server.isKilled && performance.now() - asked < NOTICE_SECONDS * 1_000) broken.push(said);
      }
    }
    return false;
  }
  const base = await listen(balancer);

  const voice = run([programFile('voice')], {
    ...ACCOUNT_ENVIRONMENT,
    VOICE_PORT: '0',
    VOICE_DATA: join(folder, 'voice'),
    VOICE_CPS: '100',
    // The stand-ins for the phones send no sound, and a busy machine may let a test take long.
    VOICE_GONE_SECONDS: '3600',
  });
  const realtime = run([programFile('realtime')], {
    ...pusher,
    REALTIME_PORT: '0',
    REALTIME_WEBHOOK_URL: `${base}/realtime/webhook`,
  });
  const [voicePort, realtimePort] = await Promise.all([portOf(voice, 'voice'), portOf(realtime, 'realtime')]);

  const cluster: Cluster = {
    base,
    voicePort,
    realtimePort,
    now: () => began + Math.floor((Date.now() - began) / PACE),
    own: (name) => `http://127.0.0.1:${servers.get(name)?.port}`,
    async kill(name) {
      const server = servers.get(name);
      servers.delete(name);
      if (!server) return;
      server.isKilled = true;
      await ended(server.child, 'SIGKILL');
    },
    async end(name) {
      const server = servers.get(name);
      if (!server) return null;
      await ended(server.child, 'SIGTERM');
      servers.delete(name);
      return server.child.exitCode;
    },
    async start(name) {
      const child = run(['--import', pathToFileURL(slow).href, programFile('server')], {
        ...ACCOUNT_ENVIRONMENT,
        ...pusher,
        OFFHOOK_DATA: join(folder, 'data'),
        PUBLIC_URL: base,
        DATABASE_URL: databaseUrl,
        SESSION_SECRET: SECRET,
        VOICE_URL: `http://127.0.0.1:${voicePort}`,
        VOICE_CHUNDERW: `127.0.0.1:${voicePort}`,
        PUSHER_HOST: '127.0.0.1',
        PUSHER_PORT: String(realtimePort),
        REALTIME_EMBEDDED: '1',
        DRAIN_SECONDS: '120',
        DRAIN_NOTICE_SECONDS: String(NOTICE_SECONDS),
      });
      const port = await portOf(child, name);
      servers.set(name, { child, port, isKilled: false });
      await until(`${name} is ready`, () => isReady(port), 120_000);
    },
    broken,
    async stop() {
      await Promise.all([...children].map((child) => ended(child, 'SIGKILL')));
      balancer.closeAllConnections();
      balancer.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  try {
    for (const name of names) await cluster.start(name);
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  return cluster;
}

async function isReady(port: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`, {
    headers: { connection: 'close' },
  }).catch(() => null);
  await answer?.arrayBuffer().catch(() => undefined);
  return answer?.status === 200;
}

/** On a connection of its own. Rejects when the server does not answer it whole. */
function forward(
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
  port: number,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const { connection: _connection, ...headers } = request.headers;
    const passed = ask(
      { host: '127.0.0.1', port, method: request.method, path: request.url, headers, agent: false },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () => {
          const { connection: _theirs, 'transfer-encoding': _coding, ...kept } = answer.headers;
          response.writeHead(answer.statusCode ?? 502, kept).end(Buffer.concat(chunks));
          resolve();
        });
      },
    );
    passed.on('error', reject);
    passed.end(body);
  });
}

async function portOf(child: ChildProcess, name: string): Promise<number> {
  let told = '';
  child.stdout?.on('data', (chunk) => {
    told += String(chunk);
  });
  const line = await until(
    `${name} listens`,
    () => {
      if (child.exitCode !== null) throw new Error(`${name} ended with code ${child.exitCode}`);
      return told.split('\n').find((one) => one.includes('"ready"') && one.endsWith('}'));
    },
    120_000,
  );
  return (JSON.parse(line) as { port: number }).port;
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
}

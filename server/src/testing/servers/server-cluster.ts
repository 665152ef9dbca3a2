/**
 * Several servers as the product runs them, behind one address: one PostgreSQL, the real voice service and the real
 * realtime service. Any of them can be killed, told to end, and started again.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { until } from '../world/world.ts';
import { ACCOUNT_ENVIRONMENT } from './keys.ts';
import { close, listen } from './local.ts';
import { type Program, startProgram } from './program.ts';

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
  readonly program: Program;
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
  const programs: Program[] = [];
  const servers = new Map<string, Running>();
  const broken: string[] = [];

  async function run(name: string, environment: Record<string, string>): Promise<Program> {
    const program = await startProgram(name, { environment });
    programs.push(program);
    return program;
  }

  const pusher = { PUSHER_APP_ID: PUSHER.appId, PUSHER_KEY: PUSHER.key, PUSHER_SECRET: PUSHER.secret };

  // Two at a time go round; one that does not answer is passed over, as a balancer does.
  let turn = 0;
  const balancer = createServer((request, response) => {
    // Whoever goes away in the middle of it is answered nothing.
    buffer(request).then(
      (body) => pass(request, response, body),
      () => undefined,
    );
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
      if (!(await isReady(server.program.port))) continue;
      try {
        await forward(request, response, body, server.program.port);
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

  const starting = run('voice', {
    ...ACCOUNT_ENVIRONMENT,
    VOICE_PORT: '0',
    VOICE_DATA: join(folder, 'voice'),
    VOICE_CPS: '100',
    // The stand-ins for the phones send no sound, and a busy machine may let a test take long.
    VOICE_GONE_SECONDS: '3600',
  });
  const realtime = run('realtime', {
    ...pusher,
    REALTIME_PORT: '0',
    REALTIME_WEBHOOK_URL: `${base}/realtime/webhook`,
  });
  const [{ port: voicePort }, { port: realtimePort }] = await Promise.all([starting, realtime]);

  const cluster: Cluster = {
    base,
    voicePort,
    realtimePort,
    now: () => began + Math.floor((Date.now() - began) / PACE),
    own: (name) => `http://127.0.0.1:${servers.get(name)?.program.port}`,
    async kill(name) {
      const server = servers.get(name);
      servers.delete(name);
      if (!server) return;
      server.isKilled = true;
      await server.program.stop('SIGKILL');
    },
    async end(name) {
      const server = servers.get(name);
      if (!server) return null;
      await server.program.stop('SIGTERM');
      servers.delete(name);
      return server.program.child.exitCode;
    },
    async start(name) {
      const program = await run('server', {
        NODE_OPTIONS: `--import ${pathToFileURL(slow).href}`,
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
      servers.set(name, { program, isKilled: false });
      await until(`${name} is ready`, () => isReady(program.port), 120_000);
    },
    broken,
    async stop() {
      await Promise.all(programs.map(({ stop }) => stop('SIGKILL')));
      await close(balancer);
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
        const { connection: _theirs, 'transfer-encoding': _coding, ...kept } = answer.headers;
        buffer(answer).then((whole) => {
          response.writeHead(answer.statusCode ?? 502, kept).end(whole);
          resolve();
        }, reject);
      },
    );
    passed.on('error', reject);
    passed.end(body);
  });
}

/** Real servers behind one load balancer, with one PostgreSQL, the voice service and the realtime service. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse, request as sendRequest } from 'node:http';
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
/** The servers' clocks run slower by this factor, so that presence doesn't expire on a busy machine. */
const CLOCK_SLOWDOWN = 10;

export interface Cluster {
  readonly base: string;
  readonly voicePort: number;
  readonly realtimePort: number;
  now(): number;
  serverUrl(name: string): string;
  kill(name: string): Promise<void>;
  shutDown(name: string): Promise<number | null>;
  start(name: string): Promise<void>;
  readonly failedRequests: readonly string[];
  stop(): Promise<void>;
}

interface Running {
  readonly program: Program;
  isKilled: boolean;
}

const NOTICE_SECONDS = 6;
const PATIENCE_MS = 10_000;

export async function startCluster(databaseUrl: string, names: readonly string[]): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'offhook-cluster-'));
  const start = Date.now();
  const clockModule = join(folder, 'slow.mjs');
  writeFileSync(
    clockModule,
    `const real = Date.now.bind(Date);
     Date.now = () => ${start} + Math.floor((real() - ${start}) / ${CLOCK_SLOWDOWN});`,
  );
  const programs: Program[] = [];
  const servers = new Map<string, Running>();
  const failedRequests: string[] = [];

  async function run(name: string, environment: Record<string, string>): Promise<Program> {
    const program = await startProgram(name, { environment });
    programs.push(program);
    return program;
  }

  const pusher = { PUSHER_APP_ID: PUSHER.appId, PUSHER_KEY: PUSHER.key, PUSHER_SECRET: PUSHER.secret };

  // Round robin; a server that doesn't respond is skipped, as a load balancer does.
  let turn = 0;
  const balancer = createServer((request, response) => {
    buffer(request).then(
      (body) => balance(request, response, body),
      () => undefined,
    );
  });
  async function balance(request: IncomingMessage, response: ServerResponse, body: Buffer): Promise<void> {
    const end = performance.now() + PATIENCE_MS;
    while (!(await tryEachServer(request, response, body)) && performance.now() < end) await delay(20);
    if (!response.headersSent && !response.destroyed) response.writeHead(502).end();
  }
  async function tryEachServer(
    request: IncomingMessage,
    response: ServerResponse,
    body: Buffer,
  ): Promise<boolean> {
    turn += 1;
    const order = names.map((_name, index) => names[(index + turn) % names.length] ?? '');
    for (const name of order) {
      const server = servers.get(name);
      if (!server) continue;
      const start = performance.now();
      if (!(await isReady(server.program.port))) continue;
      try {
        await forward(request, response, body, server.program.port);
        return true;
      } catch (error) {
        const failure = `${request.method} ${request.url}: ${error}`;
        // A server must accept requests during its notice period. A later failure means that the test was too slow.
        if (!server.isKilled && performance.now() - start < NOTICE_SECONDS * 1_000)
          failedRequests.push(failure);
      }
    }
    return false;
  }
  const base = await listen(balancer);

  const voice = run('voice', {
    ...ACCOUNT_ENVIRONMENT,
    VOICE_PORT: '0',
    VOICE_DATA: join(folder, 'voice'),
    VOICE_CPS: '100',
    // The fake phones send no audio, and tests may be slow on a busy machine.
    VOICE_GONE_SECONDS: '3600',
  });
  const realtime = run('realtime', {
    ...pusher,
    REALTIME_PORT: '0',
    REALTIME_WEBHOOK_URL: `${base}/realtime/webhook`,
  });
  const [{ port: voicePort }, { port: realtimePort }] = await Promise.all([voice, realtime]);

  const cluster: Cluster = {
    base,
    voicePort,
    realtimePort,
    now: () => start + Math.floor((Date.now() - start) / CLOCK_SLOWDOWN),
    serverUrl: (name) => `http://127.0.0.1:${servers.get(name)?.program.port}`,
    async kill(name) {
      const server = servers.get(name);
      servers.delete(name);
      if (!server) return;
      server.isKilled = true;
      await server.program.stop('SIGKILL');
    },
    async shutDown(name) {
      const server = servers.get(name);
      if (!server) return null;
      await server.program.stop('SIGTERM');
      servers.delete(name);
      return server.program.child.exitCode;
    },
    async start(name) {
      const program = await run('server', {
        NODE_OPTIONS: `--import ${pathToFileURL(clockModule).href}`,
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
      await until(`${name} to be ready`, () => isReady(program.port), 120_000);
    },
    failedRequests,
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

function forward(
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
  port: number,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const { connection: _connection, ...headers } = request.headers;
    const passed = sendRequest(
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

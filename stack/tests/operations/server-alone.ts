/** The standalone server as in production: behind a proxy, without a supervisor. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createGateway, type Upstream } from '../../src/gateway/gateway.ts';
import { test as base } from '../phone.ts';
import { waitUntil } from '../product.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

interface Started {
  readonly child: ChildProcess;
  readonly port: number;
}

/** Starts a program and waits for the line with its address. */
async function start(args: readonly string[], environment: Record<string, string>): Promise<Started> {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], LOG_LEVEL: 'error', ...environment },
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const ready = /^\{"ready":.*"port":(\d+)/.exec(line);
    if (ready) return { child, port: Number(ready[1]) };
  }
  throw new Error(`${args[0]} ended before it was ready`);
}

async function end({ child }: Started): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
  return child.exitCode;
}

export interface StandaloneServer {
  readonly url: string;
  /** @returns the exit code */
  shutDown(): Promise<number | null>;
  restart(): Promise<void>;
  /** Read from the server directly, not through the proxy. */
  metrics(): Promise<string>;
}

/** A service whose port is set while its process runs. */
function createUpstream(name: string): Upstream & { port: number | undefined } {
  const upstream: Upstream & { port: number | undefined } = {
    name,
    port: undefined,
    ready: async () => {
      if (upstream.port === undefined) throw new Error(`${name} is not running`);
    },
  };
  return upstream;
}

/** The embedded services as a provider elsewhere, behind a proxy that also serves the server once it runs. */
export interface Providers {
  /** Of the proxy. */
  readonly url: string;
  /** What a server needs to use them. */
  readonly settings: Readonly<Record<string, string>>;
  readonly voiceUrl: string;
  setServerPort(port: number | undefined): void;
  stop(): Promise<void>;
}

export async function startProviders(folder: string): Promise<Providers> {
  const twilio = {
    TWILIO_ACCOUNT_SID: `AC${'a'.repeat(32)}`,
    TWILIO_AUTH_TOKEN: 'an auth token',
    TWILIO_API_KEY: `SK${'b'.repeat(32)}`,
    TWILIO_API_SECRET: 'an API secret',
  };
  const pusher = { PUSHER_APP_ID: '7', PUSHER_KEY: 'a-key', PUSHER_SECRET: 'a secret' };
  // As a production proxy does: answer 503 while the server is down, without waiting.
  const upstreams = {
    server: createUpstream('server'),
    voice: createUpstream('voice'),
    realtime: createUpstream('realtime'),
  };
  const proxy = createGateway({ ...upstreams, handset: false, isOwnOrigin: () => true });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const host = `localhost:${(proxy.address() as AddressInfo).port}`;
  const [voice, realtime] = await Promise.all([
    start([join(ROOT, 'stack/dist/voice.mjs')], {
      ...twilio,
      VOICE_PORT: '0',
      VOICE_DATA: join(folder, 'voice'),
      VOICE_CPS: '100',
    }),
    start([join(ROOT, 'stack/dist/realtime.mjs')], {
      ...pusher,
      REALTIME_PORT: '0',
      REALTIME_WEBHOOK_URL: `http://${host}/realtime/webhook`,
    }),
  ]);
  upstreams.voice.port = voice.port;
  upstreams.realtime.port = realtime.port;
  const voiceUrl = `http://127.0.0.1:${voice.port}`;
  return {
    url: `http://${host}`,
    voiceUrl,
    settings: {
      ...twilio,
      ...pusher,
      PUBLIC_URL: `http://${host}`,
      VOICE_URL: voiceUrl,
      VOICE_CHUNDERW: `${host}/voice`,
      PUSHER_HOST: '127.0.0.1',
      PUSHER_PORT: String(realtime.port),
      REALTIME_EMBEDDED: '1',
    },
    setServerPort(port) {
      upstreams.server.port = port;
    },
    async stop() {
      for (const each of [voice, realtime]) await end(each);
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}

export const test = base.extend<{ server: StandaloneServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner wants an object pattern here
  server: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'offhook-alone-'));
    const providers = await startProviders(folder);
    let server: Started | undefined;
    const alone: StandaloneServer = {
      url: providers.url,
      async shutDown() {
        if (!server) return null;
        const code = await end(server);
        providers.setServerPort(undefined);
        return code;
      },
      metrics: async () => (await fetch(`http://127.0.0.1:${server?.port}/metrics`)).text(),
      async restart() {
        server = await start([join(ROOT, 'stack/bin/server.mjs'), '--built'], {
          ...providers.settings,
          PORT: '0',
          OFFHOOK_DATA: join(folder, 'data'),
          OFFHOOK_DEMO: '1',
          SESSION_SECRET: 'a secret of the sessions, long enough',
          DRAIN_SECONDS: '2',
          DRAIN_NOTICE_SECONDS: '0',
        });
        providers.setServerPort(server.port);
      },
    };
    await alone.restart();
    await use(alone);
    await alone.shutDown();
    await providers.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  },
});

export async function waitUntilHealthy({ url }: StandaloneServer): Promise<void> {
  await waitUntil(async () => (await fetch(`${url}/healthz`)).status === 200, 'all services to be healthy');
  await waitUntil(async () => (await fetch(`${url}/readyz`)).status === 200, 'the server to be ready');
}

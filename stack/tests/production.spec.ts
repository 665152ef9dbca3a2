/** The server alone, as it is run in production beside services of others: no gateway, no supervisor. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { test as base, expect, Phone } from './phone.ts';
import { until } from './product.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

interface Started {
  readonly child: ChildProcess;
  readonly port: number;
}

/** Starts a program and waits for its one line that says where it listens. */
async function start(args: readonly string[], environment: Record<string, string>): Promise<Started> {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], LOG_LEVEL: 'error', ...environment },
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const told = /^\{"ready":.*"port":(\d+)/.exec(line);
    if (told) return { child, port: Number(told[1]) };
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

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

const test = base.extend<{ server: Started & { readonly url: string } }>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner wants an object pattern here
  server: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'offhook-alone-'));
    const twilio = {
      TWILIO_ACCOUNT_SID: `AC${'a'.repeat(32)}`,
      TWILIO_AUTH_TOKEN: 'an auth token',
      TWILIO_API_KEY: `SK${'b'.repeat(32)}`,
      TWILIO_API_SECRET: 'an API secret',
    };
    const pusher = { PUSHER_APP_ID: '7', PUSHER_KEY: 'a-key', PUSHER_SECRET: 'a secret' };
    const [voice, realtime] = await Promise.all([
      start(
        ['stack/dist/voice.mjs'].map((one) => join(ROOT, one)),
        {
          ...twilio,
          VOICE_PORT: '0',
          VOICE_DATA: join(folder, 'voice'),
          VOICE_ASSETS: join(ROOT, 'stack/dist/voice-assets'),
          VOICE_MEDIA_ENTRY: join(ROOT, 'stack/dist/media.mjs'),
        },
      ),
      start([join(ROOT, 'stack/dist/realtime.mjs')], { ...pusher, REALTIME_PORT: '0' }),
    ]);
    const port = await freePort();
    const url = `http://localhost:${port}`;
    const server = await start([join(ROOT, 'stack/bin/server.mjs'), '--built'], {
      ...twilio,
      ...pusher,
      PORT: String(port),
      PUBLIC_URL: url,
      OFFHOOK_DATA: join(folder, 'data'),
      OFFHOOK_DEMO: '1',
      SESSION_SECRET: 'a secret of the sessions, long enough',
      VOICE_URL: `http://127.0.0.1:${voice.port}`,
      PUSHER_HOST: '127.0.0.1',
      PUSHER_PORT: String(realtime.port),
      REALTIME_EMBEDDED: '1',
      DRAIN_SECONDS: '2',
      DRAIN_NOTICE_SECONDS: '0',
    });
    await use({ ...server, url });
    for (const each of [server, voice, realtime]) await end(each);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  },
});

test('the server alone serves phone and console, knows its providers, and ends in order', async ({
  browser,
  server,
}) => {
  const status = async (path: string) => (await fetch(server.url + path)).status;
  await until(async () => (await status('/healthz')) === 200, 'its parts to be well');
  await until(async () => (await status('/readyz')) === 200, 'it to be ready');
  expect(await (await fetch(`${server.url}/metrics`)).text()).toContain('offhook_phones');

  const phone = await Phone.visit(browser, server.url);
  await phone.page.getByLabel('Email').fill('supervisor@demo.test');
  await phone.page.getByLabel('Password').fill('offhook-demo');
  await phone.button('Log in').click();
  await expect(phone.navigation).toBeVisible();
  await phone.navigation.getByRole('button', { name: 'History' }).click();
  await expect(phone.heading('Call History')).toBeVisible();
  await phone.page.goto(`${server.url}/admin/`);
  await expect(phone.heading('Live board')).toBeVisible();
  await phone.close();

  expect(await end(server)).toBe(0);
});

/**
 * The server alone, as it is run in production behind a proxy and beside services of others: no supervisor. And the
 * end of what runs in one box, when it may take its time.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { ConsoleCall } from '@offhook/contract/console-entities';
import { createGateway, type Part } from '../src/gateway.ts';
import { test as base, expect, Phone, partyHears, SPEECH } from './phone.ts';
import { Product, until } from './product.ts';

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

interface Alone {
  /** Of the proxy in front of it. */
  readonly url: string;
  /** @returns the exit code */
  end(): Promise<number | null>;
  startAgain(): Promise<void>;
  /** As this machine is told them. */
  metrics(): Promise<string>;
}

/** Where a part is found, as long as it runs. */
function place(name: string): Part & { port: number | undefined } {
  const part: Part & { port: number | undefined } = {
    name,
    port: undefined,
    ready: async () => {
      if (part.port === undefined) throw new Error(`${name} does not run`);
    },
  };
  return part;
}

const test = base.extend<{ server: Alone }>({
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
    // What a proxy does in production: a server that is away is not waited for, but said to be away.
    const where = { server: place('server'), voice: place('voice'), realtime: place('realtime') };
    const proxy = createGateway({ ...where, handset: false, isOwnOrigin: () => true });
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
    where.voice.port = voice.port;
    where.realtime.port = realtime.port;

    let server: Started | undefined;
    const alone: Alone = {
      url: `http://${host}`,
      async end() {
        if (!server) return null;
        const code = await end(server);
        where.server.port = undefined;
        return code;
      },
      metrics: async () => (await fetch(`http://127.0.0.1:${where.server.port}/metrics`)).text(),
      async startAgain() {
        server = await start([join(ROOT, 'stack/bin/server.mjs'), '--built'], {
          ...twilio,
          ...pusher,
          PORT: '0',
          PUBLIC_URL: `http://${host}`,
          OFFHOOK_DATA: join(folder, 'data'),
          OFFHOOK_DEMO: '1',
          SESSION_SECRET: 'a secret of the sessions, long enough',
          VOICE_URL: `http://127.0.0.1:${voice.port}`,
          VOICE_CHUNDERW: `${host}/voice`,
          PUSHER_HOST: '127.0.0.1',
          PUSHER_PORT: String(realtime.port),
          REALTIME_EMBEDDED: '1',
          DRAIN_SECONDS: '2',
          DRAIN_NOTICE_SECONDS: '0',
        });
        where.server.port = server.port;
      },
    };
    await alone.startAgain();
    await use(alone);
    await alone.end();
    for (const each of [voice, realtime]) await end(each);
    proxy.closeAllConnections();
    await new Promise((resolve) => proxy.close(resolve));
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  },
});

const LEAD = '+14155550100';
const UNSENT = 'Saved, will be sent';

async function isWell({ url }: Alone): Promise<void> {
  await until(async () => (await fetch(`${url}/healthz`)).status === 200, 'its parts to be well');
  await until(async () => (await fetch(`${url}/readyz`)).status === 200, 'it to be ready');
}

test('the server alone serves phone and console, knows its providers, and ends in order', async ({
  browser,
  server,
}) => {
  await isWell(server);
  // Through a proxy nobody is told without the token.
  expect((await fetch(`${server.url}/metrics`)).status).toBe(404);
  expect(await server.metrics()).toContain('offhook_phones');

  const phone = await Phone.open(browser, server.url, 'supervisor@demo.test');
  await phone.navigation.getByRole('button', { name: 'History' }).click();
  await expect(phone.heading('Call History')).toBeVisible();
  await phone.page.goto(`${server.url}/admin/`);
  await expect(phone.heading('Live board')).toBeVisible();
  await phone.close();

  expect(await server.end()).toBe(0);
});

async function newestCall(supervisor: Phone, url: string): Promise<ConsoleCall | undefined> {
  const answer = await supervisor.context.request.get(`${url}/api/v1/console/calls?limit=1`);
  return ((await answer.json()) as { data: ConsoleCall[] }).data[0];
}

test('the server alone is ended in a call and started again: the call goes on, and its result is kept', async ({
  browser,
  server,
}) => {
  await isWell(server);
  const phone = await Phone.open(browser, server.url, 'agent@demo.test');
  await phone.newCall(LEAD, { first: 'Roll', last: 'Over' });
  const supervisor = await Phone.open(browser, server.url, 'supervisor@demo.test');
  const newest = () => newestCall(supervisor, server.url);
  await until(async () => (await newest())?.status === 'in-progress', 'the lead to be in the call');
  await supervisor.page.close();
  await phone.hearsSpeech();
  expect(await server.end()).toBe(0);
  await phone.hearsSpeech();

  await phone.button('Hang Up').click();
  await expect(phone.heading('Call Result')).toBeVisible();
  await phone.button('Contacted').click();
  await phone.button('Skip').click();
  await expect(phone.heading('Thank you!')).toBeVisible();
  await expect(phone.page.getByText(UNSENT, { exact: true })).toBeVisible();

  await server.startAgain();
  await isWell(server);
  await expect(phone.page.getByText(UNSENT, { exact: true })).toBeHidden();
  await until(async () => {
    const call = await newest();
    return call?.status === 'completed' && call.result === 'contacted';
  }, 'the call to be over, with its result');
  await supervisor.close();
  await phone.close();
});

test('a browser that dies is told to the server by the realtime service, and is no phone any more', async ({
  browser,
  server,
}) => {
  await isWell(server);
  const figure = async (pattern: RegExp) => Number(pattern.exec(await server.metrics())?.[1] ?? 0);
  const told = () =>
    figure(/^offhook_http_request_seconds_count\{(?=.*\/realtime\/webhook)(?=.*status="200").*\} (\d+)$/m);
  const phones = () => figure(/^offhook_phones\{.*state="waiting".*\} (\d+)$/m);
  const phone = await Phone.open(browser, server.url, 'agent@demo.test');
  await until(async () => (await phones()) === 1, 'it to be a phone');
  const before = await told();
  const devtools = await phone.context.newCDPSession(phone.page);
  // Nobody is left to answer it.
  devtools.send('Page.crash').catch(() => undefined);
  await until(async () => (await told()) > before, 'the word of the realtime service');
  await until(async () => (await phones()) === 0, 'it to be no phone');
  await phone.context.close();
});

test('with time to drain, the product in the box ends when the conversation is over, and calls who came meanwhile when it is back', async ({
  browser,
}) => {
  const product = new Product();
  await product.start({ DRAIN_SECONDS: '120', DRAIN_NOTICE_SECONDS: '1' });
  try {
    const phone = await Phone.open(browser, product.url, 'agent@demo.test');
    await phone.newCall(LEAD, { first: 'Last', last: 'Word' });
    await phone.talks();
    const ended = product.stop();
    await until(() => product.log.includes('when the last conversation is over'), 'it to have been told');
    await phone.hearsSpeech();
    await partyHears(product, LEAD, (level) => level > SPEECH, 'the lead to hear the agent');
    const meanwhile = { phone_number: '+14155550106', fname: 'Mean', lname: 'While' };
    const promised = await product.postLead(meanwhile);
    expect(promised.body.reason).toContain('about to start again');
    await phone.button('Hang Up').click();
    expect(await ended).toBe(0);
    await product.start();
    const supervisor = await Phone.open(browser, product.url, 'supervisor@demo.test');
    await until(async () => (await newestCall(supervisor, product.url))?.label === 'Mean While', 'the call');
    await supervisor.close();
    await phone.close();
  } finally {
    await product.dispose();
  }
});

test('told once more, it ends at once, whoever talks', async ({ browser }) => {
  const product = new Product();
  await product.start({ DRAIN_SECONDS: '600' });
  try {
    const phone = await Phone.open(browser, product.url, 'agent@demo.test');
    await phone.newCall(LEAD, { first: 'Cut', last: 'Off' });
    await phone.talks();
    let isOver = false;
    const ended = product.stop().then(() => {
      isOver = true;
    });
    await until(() => product.log.includes('Once more, and it ends now'), 'it to have been told');
    // Told again within a second is the same order.
    await until(() => {
      product.tellToEnd();
      return isOver;
    }, 'it to end');
    await ended;
    await phone.close();
  } finally {
    await product.dispose();
  }
});

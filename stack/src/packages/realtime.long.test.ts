import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import Pusher from 'pusher';
import PusherClient from 'pusher-js';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type * as indexModule from '../../../realtime/src/package/index.ts';
import { openChromium } from '../../../voice/src/testing/chromium.ts';
import { type InstalledPackage, installPackage, readFiles } from './installed-package.ts';

const root = join(import.meta.dirname, '../../..');
/** So that npx fetches it in a second. */
const MAX_TARBALL_BYTES = 500_000;
const READY = /Stop with Ctrl-C|"ready"/;

interface Ready {
  readonly url: string;
  readonly host: string;
  readonly port: number;
  readonly app_id: string;
  readonly key: string;
  readonly secret: string;
  readonly certificate?: string;
}

let installed: InstalledPackage;
let start: typeof indexModule.start;
const cache = mkdtempSync(join(tmpdir(), 'cache-'));

beforeAll(async () => {
  process.env['XDG_CACHE_HOME'] = cache;
  installed = await installPackage('realtime', 'pusher@5.3.4', 'pusher-js@8.6.0');
  ({ start } = (await installed.import('index.mjs')) as typeof indexModule);
});

afterAll(() => {
  delete process.env['XDG_CACHE_HOME'];
  installed?.remove();
  rmSync(cache, { recursive: true });
});

const startJson = async (...args: readonly string[]) => {
  const program = await installed.start(['--port', '0', '--json', ...args], READY);
  return { program, ready: JSON.parse(program.output) as Ready };
};

const serverOf = ({ host, port, app_id: appId, key, secret }: Ready, useTLS = false, agent?: Agent) =>
  new Pusher({ appId, key, secret, host, port: String(port), useTLS, ...(agent ? { agent } : {}) });

async function startHere(options: indexModule.StartOptions = {}) {
  const realtime = await start({ port: 0, ...options });
  onTestFinished(() => realtime.stop());
  const client = new PusherClient(realtime.key, realtime.clientOptions);
  onTestFinished(() => client.disconnect());
  return { realtime, client, server: new Pusher(realtime.serverOptions) };
}

test('the tarball is small, complete, and has no paths or packages of the workspace', () => {
  expect(readFileSync(installed.tarball).length).toBeLessThan(MAX_TARBALL_BYTES);
  const files = readFiles(installed.root);
  const names = files.map(({ path }) => path.slice(installed.root.length + 1));
  const expected = ['LICENSE', 'THIRD_PARTY_NOTICES', 'README.md', 'dist/api.d.mts'];
  expect(names).toEqual(expect.arrayContaining([...expected, 'dist/realtime-page/index.html']));
  const foreign = /from ["']@offhook\/|\bimport\(["']@offhook\//;
  const leaks = files.filter(({ text }) => text.includes(root) || foreign.test(text));
  expect(leaks.map(({ path }) => path)).toEqual([]);
  const notices = files.find(({ path }) => path.endsWith('THIRD_PARTY_NOTICES'))?.text ?? '';
  for (const name of ['ws', 'zod', 'pino', 'preact', '@peculiar/x509'])
    expect(notices).toMatch(new RegExp(`^${name} \\d`, 'm'));
});

test('its declarations fit the official libraries under strict checks', () => {
  writeFileSync(
    join(installed.folder, 'user.ts'),
    `import { start } from 'offhook-realtime';
import Pusher from 'pusher';
import PusherClient from 'pusher-js';
const realtime = await start({ port: 0, seed: { cachedEvents: [{ channel: 'cache-a', event: 'b', data: 1 }] } });
new Pusher(realtime.serverOptions);
new PusherClient(realtime.key, realtime.clientOptions);
realtime.on('event', ({ channel, data }) => console.log(channel.length, data?.length));
`,
  );
  const tsc = join(root, 'node_modules/@typescript/native/bin/tsc');
  const options = ['--strict', '--noEmit', '--module', 'preserve', '--target', 'es2023', '--types', 'node'];
  const types = ['--typeRoots', join(root, 'node_modules/@types'), '--skipLibCheck'];
  execFileSync(process.execPath, [tsc, ...options, ...types, 'user.ts'], {
    cwd: installed.folder,
    encoding: 'utf8',
  });
});

describe('the command', () => {
  test('--help names every option', async () => {
    const { out, code } = await installed.finish('--help');
    expect(code).toBe(0);
    expect(out).toMatch(/^Usage: offhook-realtime \[options\]/);
    for (const option of ['--port', '--webhook-url', '--seed', '--tls', '--tls-cert', '--json', '--page'])
      expect(out).toContain(` ${option} `);
  });

  test('--version prints the version', async () => {
    const { version } = JSON.parse(readFileSync(join(installed.root, 'package.json'), 'utf8')) as {
      version: string;
    };
    expect(await installed.finish('--version')).toEqual({ out: `${version}\n`, err: '', code: 0 });
    expect((await installed.finish('--help')).out).toContain(' --version ');
  });

  test.each<[string, readonly string[], string]>([
    ['an unknown option', ['--color'], "Unknown option '--color'"],
    ['an invalid port', ['--port', 'x'], 'REALTIME_PORT (--port): a port, 0 to 65535'],
    ['a missing seed', ['--seed', 'missing.json'], '--seed: can’t read missing.json (ENOENT)'],
    ['a certificate without its key', ['--tls-cert', 'a.pem'], '--tls-cert and --tls-key belong together'],
  ])('%s stops it, with the reason', async (_, args, reason) => {
    const { err, code } = await installed.finish(...args);
    expect(err).toContain(reason);
    expect(code).toBe(2);
  });

  test('without options, its printed variables connect the official library, and Ctrl-C ends it', async () => {
    const program = await installed.start(['--port', '0'], READY);
    const value = (name: string) => new RegExp(`^${name}=(.+)$`, 'm').exec(program.output)?.[1] ?? '';
    const app = new Pusher({
      appId: value('PUSHER_APP_ID'),
      key: value('PUSHER_KEY'),
      secret: value('PUSHER_SECRET'),
      host: value('PUSHER_HOST'),
      port: value('PUSHER_PORT'),
      useTLS: value('PUSHER_SCHEME') === 'https',
    });
    expect((await app.trigger('news', 'added', {})).status).toBe(200);
    expect(await program.interrupt()).toBe(0);
  });

  test('a port in use stops it, with the reason', async () => {
    const { ready } = await startJson();
    const { err, code } = await installed.finish('--port', String(ready.port));
    expect([err, code]).toEqual([
      `offhook-realtime cannot start.\nport ${ready.port} is in use; choose another, or 0 for any\n`,
      1,
    ]);
  });

  test('on all addresses the secret is random', async () => {
    const secrets = await Promise.all([1, 2].map(async () => (await startJson('--host', '0.0.0.0')).ready));
    expect(secrets[0]?.secret).toMatch(/^[0-9a-f]{32}$/);
    expect(secrets[0]?.secret).not.toBe(secrets[1]?.secret);
    const [ready] = secrets;
    expect((await fetch(ready?.url ?? '')).status).toBe(401);
  });

  test('--tls serves the kept certificate, which clients can trust', async () => {
    const { ready } = await startJson('--tls');
    expect(ready.certificate).toBe(join(cache, 'offhook-realtime/certificate.pem'));
    const ca = readFileSync(ready.certificate ?? '', 'utf8');
    // So that files can be put together.
    expect(ca).toMatch(/-----\n$/);
    expect((await serverOf(ready, true, new Agent({ ca })).trigger('news', 'a', {})).status).toBe(200);
    await expect(serverOf(ready, true).trigger('news', 'a', {})).rejects.toThrow();
    const [cert, key] = ['certificate.pem', 'private-key.pem'].map((file) =>
      join(cache, 'offhook-realtime', file),
    );
    const own = await startJson('--tls-cert', cert ?? '', '--tls-key', key ?? '');
    expect(own.ready.url).toMatch(/^https:/);
    const mixedUp = await installed.finish('--tls-cert', key ?? '', '--tls-key', cert ?? '');
    expect(mixedUp.err).toContain(`--tls-cert: ${key} isn’t a certificate in PEM`);
    expect(mixedUp.code).toBe(2);
  });

  test('a seed sets the app and cached events; a wrong one is rejected with the place', async () => {
    const app = { id: '9', key: 'seed-key', secret: 'seed-secret' };
    const cachedEvents = [{ channel: 'cache-prices', event: 'price', data: { eur: 1 } }];
    const seed = join(installed.folder, 'seed.json');
    writeFileSync(seed, JSON.stringify({ app, cachedEvents }));
    const { ready } = await startJson('--seed', seed, '--key', 'my-key');
    expect(ready).toMatchObject({ app_id: '9', key: 'my-key' });
    const server = serverOf({ ...ready, secret: app.secret });
    const response = await server.get({ path: '/channels/cache-prices', params: { info: 'cache' } });
    expect(await response.json()).toMatchObject({ cache: { data: '{"eur":1}' } });
    writeFileSync(seed, JSON.stringify({ cachedEvents: [{ channel: 'prices', event: 'price' }] }));
    const { err, code } = await installed.finish('--seed', seed);
    expect([err, code]).toEqual([expect.stringContaining('cachedEvents[0].channel: a cache channel'), 2]);
  });
});

describe('the JavaScript API', () => {
  test('official clients connect with the ready options, and listeners get what happens', async () => {
    const { realtime, client, server } = await startHere();
    const changes: string[] = [];
    realtime.on('connection', ({ type }) => changes.push(type));
    const subscribed = realtime.next('subscription', ({ channel }) => channel === 'news');
    const published = realtime.next('event');
    const received = new Promise((resolve) => client.subscribe('news').bind('added', resolve));
    await subscribed;
    await server.trigger('news', 'added', { title: 'Hello' });
    expect(await received).toEqual({ title: 'Hello' });
    expect(await published).toMatchObject({ channel: 'news', from: 'api', recipients: 1 });
    const failed = realtime.next('failure');
    await fetch(`${realtime.url}/apps/1/events`, { method: 'POST' });
    expect(await failed).toMatchObject({ socketId: null, code: 401 });
    expect(changes).toEqual(['connected']);
  });

  test('reset() forgets cached events, loads the seed again, and clients reconnect', async () => {
    const cachedEvents = [{ channel: 'cache-a', event: 'seeded', data: 'seed' }];
    const { realtime, client, server } = await startHere({ seed: { cachedEvents } });
    const cached = async () => {
      const response = await server.get({ path: '/channels/cache-a', params: { info: 'cache' } });
      return ((await response.json()) as { cache: { data: string } }).cache.data;
    };
    await realtime.next('connection');
    await server.trigger('cache-a', 'changed', 'later');
    expect(await cached()).toBe('later');
    const again = realtime.next('connection', ({ type }) => type === 'connected');
    await realtime.reset();
    await again;
    expect(await cached()).toBe('seed');
    expect(client.connection.state).not.toBe('failed');
  });

  test('with TLS the ready options of the server library trust the certificate', async () => {
    const { realtime, server } = await startHere({ tls: true });
    expect(realtime.url).toMatch(/^https:/);
    expect((await server.trigger('news', 'added', {})).status).toBe(200);
  });

  test.each<[string, object, RegExp]>([
    ['an unknown option', { prot: 1 }, /unknown option prot/],
    ['an invalid option', { secret: 'short' }, /^secret: .*at least 8 characters/],
    ['an invalid seed', { seed: { cachedEvents: [{ channel: 'a', event: 'b' }] } }, /cachedEvents\[0\]/],
  ])('%s is rejected', async (_, options, reason) => {
    await expect(start(options)).rejects.toThrow(reason);
  });
});

describe.each<['light' | 'dark', number]>([
  ['light', 390],
  ['dark', 390],
  ['light', 1_280],
  ['dark', 1_920],
])('the page in %s, %d px wide', (colorScheme, width) => {
  test('shows an event with its data, sends one, and has no axe violations', async () => {
    const { realtime, client, server } = await startHere();
    const browser = await openChromium();
    const context = await browser.newContext({
      colorScheme,
      viewport: { width, height: 900 },
      locale: 'en-US',
    });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(realtime.url);
    await page.getByText('Live', { exact: true }).waitFor();
    const received = new Promise((resolve) => client.subscribe('news').bind('from-page', resolve));
    await page.locator('.row', { hasText: 'subscribed to' }).waitFor();
    await server.trigger('news', 'added', { title: 'Hello' });
    await page.locator('.row', { hasText: 'added' }).click();
    await page.getByText('"title": "Hello"').waitFor();
    await page.getByText('Send an event', { exact: true }).click();
    await page.getByLabel('Channel', { exact: true }).fill('news');
    await page.getByLabel('Event', { exact: true }).fill('from-page');
    await page.getByLabel('Data', { exact: true }).fill('{"n":1}');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    expect(await received).toEqual({ n: 1 });
    await page.getByText('Sent.', { exact: true }).waitFor();
    await page.getByLabel('Channel', { exact: true }).fill('other');
    await page.getByText('Sent.', { exact: true }).waitFor({ state: 'hidden' });
    const axe = await new AxeBuilder({ page }).analyze();
    expect(axe.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    const { scrollWidth } = await page.evaluate(() => ({
      scrollWidth: document.documentElement.scrollWidth,
    }));
    expect(scrollWidth).toBeLessThanOrEqual(width);
    await page.keyboard.press('Escape');
    await page.locator('h1').click();
    await page.keyboard.press('/');
    await page.keyboard.type('from-page');
    await page.locator('.row', { hasText: 'from-page' }).waitFor();
    expect(await page.locator('.row').count()).toBe(1);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByText('"n": 1').waitFor();
    expect(problems).toEqual([]);
  });
});

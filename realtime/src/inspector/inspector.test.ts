import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { startService } from '../service.ts';
import {
  APP,
  appServer,
  client,
  eventually,
  nextEvent,
  SETTINGS,
  signIn,
  subscribe,
  waitUntilConnected,
} from '../test-world.ts';
import type { Entry, FeedStart, StateView } from './core/entry.ts';

async function startWithPage(host = '127.0.0.1', page = true) {
  const pageFolder = mkdtempSync(join(tmpdir(), 'page-'));
  mkdirSync(join(pageFolder, 'assets'));
  writeFileSync(join(pageFolder, 'index.html'), '<title>page</title>');
  writeFileSync(join(pageFolder, 'assets/index-1.js'), 'code');
  onTestFinished(() => rmSync(pageFolder, { recursive: true }));
  const settings = { ...SETTINGS, host, page };
  const service = await startService(settings, pino({ enabled: false }), { pageFolder });
  onTestFinished(() => service.close());
  const { port } = service;
  return { service, port, app: appServer(port), url: `http://127.0.0.1:${port}` };
}

type World = Awaited<ReturnType<typeof startWithPage>>;

/** `fetch` can't set the Host. */
function send(port: number, method: string, path: string, headers: Record<string, string>, body = '') {
  return new Promise<{ status: number; headers: Record<string, unknown>; text: string }>(
    (resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port, method, path, headers }, (response) => {
        let text = '';
        response.on('data', (part) => {
          text += String(part);
        });
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
        );
      });
      sent.on('error', reject);
      sent.end(body);
    },
  );
}

const command = ({ url }: World, name: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${url}/inspector/${name}`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

/** Reads the feed until the test ends. */
async function openFeed({ url }: World) {
  const closed = new AbortController();
  onTestFinished(() => closed.abort());
  const response = await fetch(`${url}/inspector/feed`, { signal: closed.signal });
  const entries: Entry[] = [];
  const seen = { entries, state: null as StateView | null, cleared: 0 };
  const read = (frame: string) => {
    const [, event, data = ''] = /^event: (\w+)\ndata: (.*)$/.exec(frame) ?? [];
    if (event === 'start') {
      const start = JSON.parse(data) as FeedStart;
      entries.push(...start.entries);
      seen.state = start.state;
    } else if (event === 'entries') entries.push(...(JSON.parse(data) as Entry[]));
    else if (event === 'state') seen.state = JSON.parse(data) as StateView;
    else if (event === 'cleared') seen.cleared += 1;
  };
  void (async () => {
    let rest = '';
    const decoder = new TextDecoder();
    for await (const bytes of response.body ?? []) {
      const frames = (rest + decoder.decode(bytes, { stream: true })).split('\n\n');
      rest = frames.pop() ?? '';
      for (const frame of frames) read(frame);
    }
  })().catch(() => undefined);
  return seen;
}

test('the page is off unless asked for', async () => {
  const { url } = await startWithPage('127.0.0.1', false);
  for (const path of ['/', '/inspector/feed']) expect((await fetch(url + path)).status).toBe(404);
});

test('the page and its files come with a strict content security policy', async () => {
  const { url } = await startWithPage();
  const page = await fetch(url);
  expect([page.status, await page.text()]).toEqual([200, '<title>page</title>']);
  expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self';/);
  expect((await fetch(`${url}/inspector/assets/index-1.js`)).headers.get('content-type')).toMatch(
    /javascript/,
  );
  for (const path of ['assets/none.js', '..%2fpackage.json', 'assets/../../service.ts'])
    expect((await fetch(`${url}/inspector/${path}`)).status).toBe(404);
});

test('a website whose name was rebound to this computer gets neither page, feed nor commands', async () => {
  const { port } = await startWithPage();
  const host = `evil.example:${port}`;
  const origin = `http://${host}`;
  expect((await send(port, 'GET', '/', { host })).status).toBe(403);
  expect((await send(port, 'GET', '/inspector/feed', { host, origin })).status).toBe(403);
  const json = { 'content-type': 'application/json' };
  expect((await send(port, 'POST', '/inspector/clear', { host, origin, ...json }, '{}')).status).toBe(403);
});

test('another origin can neither read the feed nor change anything', async () => {
  const world = await startWithPage();
  const headers = { origin: 'https://evil.example' };
  expect((await fetch(`${world.url}/inspector/feed`, { headers })).status).toBe(403);
  expect((await command(world, 'clear', {}, headers)).status).toBe(403);
});

test('on any other address the page asks for the key and the secret', async () => {
  const { port } = await startWithPage('0.0.0.0');
  const host = `phone.example:${port}`;
  const login = (user: string, password: string) => ({
    host,
    authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
  });
  const refused = await send(port, 'GET', '/', { host });
  expect([refused.status, refused.headers['www-authenticate']]).toEqual([
    401,
    expect.stringMatching(/^Basic /),
  ]);
  expect((await send(port, 'GET', '/', login(APP.key, 'wrong-secret'))).status).toBe(401);
  expect((await send(port, 'GET', '/', login(APP.key, APP.secret))).status).toBe(200);
});

test('the feed shows what official clients do, and an already open page sees the same as a new one', async () => {
  const world = await startWithPage();
  const early = await openFeed(world);
  const ada = client(world, { id: 'ada', name: 'Ada' });
  const socketId = await waitUntilConnected(ada);
  await signIn(ada);
  const chat = await subscribe(ada, 'presence-chat');
  await world.app.trigger('presence-chat', 'message', { text: 'Hello' });
  chat.trigger('client-typing', { on: true });
  await fetch(`${world.url}/apps/${APP.appId}/events?auth_key=other`, { method: 'POST', body: '{}' });
  const rejected = ada.subscribe('private-a@b');
  ada.send_event('client-none', {}, 'private-unknown');
  await nextEvent(rejected, 'pusher:subscription_succeeded');
  await eventually(() => early.entries.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['connected', 'signedIn', 'subscribed', 'event', 'requestRejected', 'failed']),
  );
  const late = await openFeed(world);
  await eventually(() => late.state).not.toBeNull();
  expect(late.entries).toEqual(early.entries);
  expect(late.entries).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'event', from: 'api', event: 'message', recipients: 1 }),
      expect.objectContaining({ kind: 'event', from: 'client', event: 'client-typing', socketId }),
      expect.objectContaining({ kind: 'requestRejected', status: 401 }),
    ]),
  );
  expect(late.state?.connections).toMatchObject([{ socketId, userId: 'ada', address: '127.0.0.1' }]);
  expect(late.state?.channels).toMatchObject([
    { name: 'presence-chat', members: [{ userId: 'ada', info: '{"name":"Ada"}' }] },
    { name: 'private-a@b', subscribers: 1 },
  ]);
});

test('the page sends events, closes connections, terminates users and clears the log', async () => {
  const world = await startWithPage();
  const feed = await openFeed(world);
  const ada = client(world, { id: 'ada' });
  await signIn(ada);
  const news = await subscribe(ada, 'news');
  const received = nextEvent(news, 'added');
  expect((await command(world, 'publish', { channel: 'news', name: 'added', data: '{"a":1}' })).status).toBe(
    200,
  );
  expect(await received).toEqual({ a: 1 });
  const disconnected = nextEvent(ada.connection, 'disconnected');
  expect((await command(world, 'terminate', { userId: 'ada' })).status).toBe(200);
  await disconnected;
  const ben = client(world, { id: 'ben' });
  const socketId = await waitUntilConnected(ben);
  expect((await command(world, 'disconnect', { socketId })).status).toBe(200);
  expect((await command(world, 'disconnect', { socketId })).status).toBe(404);
  expect((await command(world, 'clear', {})).status).toBe(200);
  await eventually(() => feed.cleared).toBe(1);
  const after = await openFeed(world);
  await eventually(() => after.state).not.toBeNull();
  expect(after.entries).toEqual([]);
});

test.each<[string, unknown, number]>([
  ['publish', { channel: 'no spaces', name: 'a', data: '' }, 400],
  ['publish', { channel: 'a', name: 'pusher:a', data: '' }, 400],
  ['publish', { channel: 'a', name: 'a', data: 'x'.repeat(10_241) }, 413],
  ['terminate', { userId: '' }, 400],
  ['terminate', { userId: 'not-signed-in' }, 404],
  ['disconnect', {}, 400],
  ['unknown', {}, 404],
])('the command %s %j is rejected', async (name, body, status) => {
  expect((await command(await startWithPage(), name, body)).status).toBe(status);
});

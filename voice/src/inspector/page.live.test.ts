import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { openWorld, type World } from '../conformance/world.ts';
import { TestPeer } from '../media/test-peer.ts';
import { until } from '../testing/until.ts';
import type { Log } from './core/log.ts';

let world: World;
const base = () => `http://127.0.0.1:${world.voice.port}`;

beforeAll(async () => {
  world = await openWorld({ VOICE_PAGE: '1' });
});
afterAll(() => world.close());

const readLog = async () => (await (await fetch(`${base()}/inspector/state`)).json()) as Log;

/** @param headers may set Host, which fetch doesn't @returns the status */
const send = (path: string, headers: Record<string, string>, method = 'GET', port = world.voice.port) =>
  new Promise<number>((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port, path, method, headers: { connection: 'close', ...headers } },
      (response) => {
        response.destroy();
        resolve(response.statusCode ?? 0);
      },
    );
    sent.on('error', reject);
    sent.end(method === 'POST' ? '{}' : undefined);
  });

/** Reads server-sent events until one satisfies the condition. */
async function readEvents(condition: (text: string) => boolean): Promise<string> {
  const controller = new AbortController();
  const response = await fetch(`${base()}/inspector/events`, { signal: controller.signal });
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (condition(text)) break;
  }
  controller.abort();
  return text;
}

test('the log tells the story of a call made with the official SDK', async () => {
  world.on('/greet', '<Say>Hi</Say><Gather numDigits="1" action="/chosen"/>');
  world.on('/chosen', () => ({ status: 500 }));
  const { sid } = await world.dial('+14155550130', { url: world.url('/greet') });
  await until(
    async () =>
      (await readLog()).stories[sid]?.entries.some(
        (one) => one.kind === 'verb' && one.verb.name === 'Gather' && one.state === 'running',
      ),
    'the Gather to run',
  );
  await world.pressKeys(sid, '3');
  await world.waitForStatus(sid, 'completed');
  const { entries = [] } = (await readLog()).stories[sid] ?? {};
  expect(
    entries.map((one) => {
      if (one.kind === 'status') return one.status;
      if (one.kind === 'request')
        return `${one.request.method} ${new URL(one.request.url).pathname} ${one.response?.status}`;
      if (one.kind === 'verb') return `${one.verb.name} ${one.verb.detail}`.trim();
      if (one.kind === 'keys') return `keys ${one.digits}`;
      return one.kind === 'problem' ? `problem ${one.problem.code}` : one.kind;
    }),
  ).toEqual([
    ...['queued', 'initiated', 'ringing', 'in-progress', 'POST /greet 200', 'Say “Hi”', 'Gather'],
    ...['keys 3', 'POST /chosen 500', 'problem 11200', 'completed'],
  ]);
  const sent = entries.find((one) => one.kind === 'request');
  expect(sent?.kind === 'request' && sent.request.signature).toMatch(/^[\w+/]{27}=$/);
});

test('the verb that ends a call is done, and one that the end interrupts is stopped', async () => {
  world.on('/bye', '<Say>Bye</Say><Hangup/>');
  world.on('/wait', '<Pause length="60"/>');
  const bye = await world.dial('+14155550130', { url: world.url('/bye') });
  await world.waitForStatus(bye.sid, 'completed');
  const wait = await world.dial('+14155550130', { url: world.url('/wait') });
  const verbs = async (sid: string) =>
    (await readLog()).stories[sid]?.entries.flatMap((one) =>
      one.kind === 'verb' ? [`${one.verb.name} ${one.state}`] : [],
    );
  await until(async () => (await verbs(wait.sid))?.includes('Pause running'), 'the Pause to run');
  await world.hangUp(wait.sid);
  await world.waitForStatus(wait.sid, 'completed');
  expect(await verbs(bye.sid)).toEqual(['Say done', 'Hangup done']);
  expect(await verbs(wait.sid)).toEqual(['Pause stopped']);
});

test('a page gets the whole log first, then each event', async () => {
  const events = readEvents((text) => text.includes('\ndata: {"at"'));
  await until(async () => {
    await world.dial('+14155550102');
    return true;
  }, 'a call');
  const text = await events;
  expect(text.startsWith('event: log\ndata: {"nextId"')).toBe(true);
});

test('a webhook of the log can be sent again, with a valid signature', async () => {
  world.on('/again', '<Hangup/>');
  const { sid } = await world.dial('+14155550130', { url: world.url('/again') });
  await world.waitForStatus(sid, 'completed');
  const entry = (await readLog()).stories[sid]?.entries.find((one) => one.kind === 'request');
  const response = await fetch(`${base()}/inspector/replay`, {
    method: 'POST',
    headers: { origin: base(), 'content-type': 'application/json' },
    body: JSON.stringify({ sid, entry: entry?.id }),
  });
  expect(response.status).toBe(200);
  await until(() => world.requests.filter(({ path }) => path === '/again').length === 2, 'the repetition');
  expect(world.requests.filter(({ path, signed }) => path === '/again' && signed)).toHaveLength(2);
});

test('clearing removes ended calls', async () => {
  const { sid } = await world.dial('+14155550102');
  await world.waitForStatus(sid, 'busy');
  const headers = { origin: base(), 'content-type': 'application/json' };
  await fetch(`${base()}/inspector/clear`, { method: 'POST', headers, body: '{}' });
  expect((await readLog()).stories[sid]).toBeUndefined();
});

test('the page has a strict policy and the language of the browser', async () => {
  const response = await fetch(base(), { headers: { 'accept-language': 'es' } });
  expect(await response.text()).toContain('<html lang="es">');
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'");
});

test.each([
  ['/', 'GET', {}, 200],
  ['/', 'GET', { host: 'rebound.example' }, 403],
  ['/inspector/state', 'GET', { host: 'rebound.example' }, 403],
  ['/inspector/state', 'GET', { 'sec-fetch-site': 'same-site' }, 403],
  ['/inspector/events', 'GET', { 'sec-fetch-site': 'cross-site' }, 403],
  ['/inspector/account', 'GET', { origin: 'http://localhost:3000' }, 403],
  ['/inspector/clear', 'POST', { 'content-type': 'application/json' }, 403],
  ['/inspector/controls', 'POST', { origin: 'http://localhost:3000' }, 403],
  ['/inspector/test-call', 'POST', { origin: 'null' }, 403],
])('%s, %s with %j: %i', async (path, method, headers, status) => {
  expect(await send(path, headers as Record<string, string>, method)).toBe(status);
});

test('a bad control is rejected', async () => {
  const headers = { origin: base(), 'content-type': 'application/json' };
  const body = JSON.stringify({ control: 'keys', call_sid: 'x', digits: 'abc' });
  const response = await fetch(`${base()}/inspector/controls`, { method: 'POST', headers, body });
  expect(response.status).toBe(400);
});

test('a tone can’t be sent for the phone of a page, and the page says why', async () => {
  const number = '+14155550177';
  const phone = new WebSocket(`ws://127.0.0.1:${world.voice.port}/inspector/phone?number=%2B14155550177`, {
    origin: base(),
  });
  const peer = new TestPeer();
  const frames: { readonly type: string; readonly call?: string }[] = [];
  phone.on('message', (data) => frames.push(JSON.parse(String(data))));
  const frame = (type: string) => until(() => frames.find((one) => one.type === type), `the frame ${type}`);
  await frame('ready');
  world.on('/wait', '<Pause length="60"/>');
  const { sid } = await world.dial(number);
  await frame('ringing');
  phone.send(JSON.stringify({ type: 'answer', call: sid, sdp: await peer.offer() }));
  await frame('connected');
  const response = await fetch(`${base()}/inspector/controls`, {
    method: 'POST',
    headers: { origin: base(), 'content-type': 'application/json' },
    body: JSON.stringify({ control: 'tone', call_sid: sid, frequency: 440 }),
  });
  expect(response.status).toBe(409);
  expect(await response.json()).toEqual({ error: expect.stringContaining('only simulated phones') });
  phone.close();
  await peer.close();
});

test('on an open address the page needs the account’s password', async () => {
  const open = await openWorld({ VOICE_PAGE: '1', VOICE_HOST: '0.0.0.0' });
  const { port } = open.voice;
  const basic = Buffer.from('AC00000000000000000000000000000001:a-token-for-tests').toString('base64');
  const authorization = `Basic ${basic}`;
  expect(await send('/', {}, 'GET', port)).toBe(401);
  expect(await send('/inspector/state', {}, 'GET', port)).toBe(401);
  expect(await send('/', { authorization }, 'GET', port)).toBe(200);
  expect(await send('/inspector/clear', { authorization, origin: 'http://x' }, 'POST', port)).toBe(403);
  await open.close();
});

test('without the option there is no page', async () => {
  const closed = await openWorld();
  expect(await send('/', {}, 'GET', closed.voice.port)).toBe(404);
  expect(await send('/inspector/state', {}, 'GET', closed.voice.port)).toBe(404);
  await closed.close();
});

import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished } from 'vitest';
import { LIMITS } from '../core/limits.ts';
import { md5, sign } from '../signing.ts';
import {
  APP,
  appServer,
  client,
  eventually,
  nextEvent,
  RawClient,
  recordEvents,
  signIn,
  startWorld,
  subscribe,
  test,
  type World,
  waitUntilConnected,
} from '../test-world.ts';

async function get(world: World, path: string, params: Record<string, string> = {}): Promise<unknown> {
  return (await world.app.get({ path, params })).json();
}

test('channels are listed with the requested info', async ({ world }) => {
  const [ada, bob] = [client(world, { id: 'ada' }), client(world, { id: 'bob' })];
  await subscribe(ada, 'presence-room');
  await subscribe(bob, 'presence-room');
  await subscribe(bob, 'news');
  expect(await get(world, '/channels')).toEqual({ channels: { news: {}, 'presence-room': {} } });
  expect(await get(world, '/channels', { filter_by_prefix: 'presence-', info: 'user_count' })).toEqual({
    channels: { 'presence-room': { user_count: 2 } },
  });
  expect(await get(world, '/channels/presence-room', { info: 'user_count,subscription_count' })).toEqual({
    occupied: true,
    user_count: 2,
    subscription_count: 2,
  });
  expect(await get(world, '/channels/nobody', { info: 'subscription_count' })).toEqual({
    occupied: false,
    subscription_count: 0,
  });
  expect(await get(world, '/channels/presence-room/users')).toEqual({
    users: [{ id: 'ada' }, { id: 'bob' }],
  });
});

test('a user with two connections counts once', async ({ world }) => {
  for (const phone of [client(world, { id: 'ada' }), client(world, { id: 'ada' })]) {
    await subscribe(phone, 'presence-room');
  }
  const info = { info: 'user_count,subscription_count' };
  expect(await get(world, '/channels/presence-room', info)).toMatchObject({
    user_count: 1,
    subscription_count: 2,
  });
});

test('an event is published to all its channels and returns the requested info', async ({ world }) => {
  const pusher = client(world, { id: 'ada' });
  const channels = [await subscribe(pusher, 'news'), await subscribe(pusher, 'presence-room')];
  const received = channels.map((channel) => nextEvent(channel, 'hello'));
  const info = { info: 'user_count,subscription_count' };
  const response = await world.app.trigger(['news', 'presence-room'], 'hello', { n: 1 }, info);
  expect(await response.json()).toEqual({
    channels: { news: { subscription_count: 1 }, 'presence-room': { user_count: 1, subscription_count: 1 } },
  });
  expect(await Promise.all(received)).toEqual([{ n: 1 }, { n: 1 }]);
});

test('a channel listed twice gets the event once', async ({ world }) => {
  const channel = await subscribe(client(world), 'news');
  const [received, marked] = [recordEvents(channel, 'hello'), nextEvent(channel, 'marker')];
  await world.app.trigger(['news', 'other', 'news'], 'hello', 1);
  await world.app.trigger('news', 'marker', 1);
  await marked;
  expect(received).toEqual([1]);
});

test('a batch is published in order', async ({ world }) => {
  const channel = await subscribe(client(world), 'news');
  const received = recordEvents(channel, 'n');
  const last = nextEvent(channel, 'last');
  const batch = [1, 2, 3].map((n) => ({ channel: 'news', name: 'n', data: n }));
  const response = await world.app.triggerBatch([...batch, { channel: 'news', name: 'last', data: 0 }]);
  expect(await response.json()).toEqual({});
  await last;
  expect(received).toEqual([1, 2, 3]);
});

test('an event of exactly 10 kB is published and one more byte is rejected with 413', async ({ world }) => {
  const channel = await subscribe(client(world), 'news');
  const received = nextEvent(channel, 'hello');
  const max = 'ü'.repeat(5_120);
  await world.app.trigger('news', 'hello', max);
  expect(await received).toBe(max);
  await expect(world.app.trigger('news', 'hello', `${max}x`)).rejects.toMatchObject({ status: 413 });
});

test('a channel may be named like an object property (__proto__)', async ({ world }) => {
  const raw = await RawClient.connect(world.port);
  raw.send('{"event":"pusher:subscribe","data":{"channel":"__proto__"}}');
  await raw.next();
  await raw.next();
  await world.app.trigger('__proto__', 'hello', 1);
  expect(await raw.next()).toEqual({ event: 'hello', channel: '__proto__', data: '1' });
  const response = await world.app.get({ path: '/channels' });
  expect(await response.text()).toBe('{"channels":{"__proto__":{}}}');
});

test.for([
  ['an unknown key', { key: 'other' }, 401, 'Unknown auth_key'],
  [
    'a wrong secret',
    { secret: 'wrong-secret' },
    401,
    'Invalid signature: you should have sent HmacSHA256Hex',
  ],
  ['an unknown app', { appId: '78' }, 404, 'Application does not exist'],
] as const)('a request with %s is rejected', async ([_, wrong, status, message], { world }) => {
  const body = expect.stringContaining(message);
  await expect(appServer(world.port, wrong).trigger('news', 'hello', 1)).rejects.toMatchObject({
    status,
    body,
  });
});

test('the official library can read the error for a large request', async ({ world }) => {
  const event = { channel: 'news', name: 'hello', data: '\\'.repeat(10_000) };
  const body = expect.stringContaining('Unknown auth_key');
  await expect(
    appServer(world.port, { key: 'other' }).triggerBatch(Array(10).fill(event)),
  ).rejects.toMatchObject({ status: 401, body });
});

interface RequestOptions {
  method?: string;
  path?: string;
  body?: string;
  sent?: string;
  age?: number;
  change?: (query: string) => string;
}

function call(world: World, request: RequestOptions) {
  const { method = 'POST', body = '', sent = body } = request;
  const url = `http://127.0.0.1:${world.port}${signedTarget(request)}`;
  return fetch(url, { method, ...(sent === '' ? {} : { body: sent }) });
}

function signedTarget({
  method = 'POST',
  path = '/events',
  body = '',
  age = 0,
  change,
}: RequestOptions): string {
  const full = `/apps/${APP.appId}${path}`;
  const time = Math.floor(Date.now() / 1_000) - age;
  const hash = body === '' ? '' : `&body_md5=${md5(Buffer.from(body))}`;
  const query = `auth_key=${APP.key}&auth_timestamp=${time}&auth_version=1.0${hash}`;
  const signed = `${query}&auth_signature=${sign(APP.secret, `${method}\n${full}\n${query}`)}`;
  return `${full}?${change ? change(signed) : signed}`;
}

const EVENT = { name: 'hello', channels: ['news'], data: '"x"' };
const event = (changes: object) => JSON.stringify({ ...EVENT, ...changes });

test.for<[string, RequestOptions, number]>([
  ['a timestamp 11 minutes in the past', { body: event({}), age: 660 }, 401],
  ['a timestamp 11 minutes in the future', { body: event({}), age: -660 }, 401],
  ['a body that differs from the signed one', { body: event({}), sent: event({ name: 'other' }) }, 401],
  ['a body that was not signed', { body: '', sent: event({}) }, 401],
  ['no signature', { body: event({}), change: (query) => query.replace(/&auth_signature=.*/, '') }, 401],
  ['an added parameter', { body: event({}), change: (query) => `${query}&info=user_count` }, 401],
  ['no query', { body: event({}), change: () => '' }, 401],
  ['malformed escapes', { body: event({}), change: (query) => `${query}&a=%zz` }, 400],
  ['malformed JSON', { body: '{"name":' }, 400],
  ['an empty body', { body: '' }, 400],
  ['JSON that is not an object', { body: '[]' }, 400],
  ['deeply nested JSON', { body: '['.repeat(50_000) }, 400],
  ['no name', { body: event({ name: undefined }) }, 400],
  ['a reserved event name', { body: event({ name: 'pusher:error' }) }, 400],
  ['a name of 201 characters', { body: event({ name: 'x'.repeat(201) }) }, 400],
  ['data that is not a string', { body: event({ data: { deep: true } }) }, 400],
  ['data of more than 10 kB', { body: event({ data: 'x'.repeat(10_241) }) }, 413],
  ['a body of more than 700 kB', { body: event({ data: 'x'.repeat(800_000) }) }, 413],
  ['no channel', { body: event({ channels: undefined }) }, 400],
  ['an empty list of channels', { body: event({ channels: [] }) }, 400],
  ['101 channels', { body: event({ channels: Array.from({ length: 101 }, (_, n) => `c${n}`) }) }, 400],
  ['a channel name with a space', { body: event({ channels: ['a b'] }) }, 400],
  ['a channel name of 201 characters', { body: event({ channels: ['x'.repeat(201)] }) }, 400],
  ['an encrypted channel among others', { body: event({ channels: ['a', 'private-encrypted-a'] }) }, 400],
  ['an invalid socket ID', { body: event({ socket_id: 'me' }) }, 400],
  ['unknown info', { body: event({ info: 'secrets' }) }, 400],
  [
    'a batch of 11 events',
    { path: '/batch_events', body: JSON.stringify({ batch: Array(11).fill({ ...EVENT, channel: 'a' }) }) },
    400,
  ],
  [
    'a batch with one oversized event',
    {
      path: '/batch_events',
      body: JSON.stringify({
        batch: [
          { ...EVENT, channel: 'news' },
          { ...EVENT, channel: 'news', data: 'x'.repeat(10_241) },
        ],
      }),
    },
    413,
  ],
  ['a path that lists the users of a public channel', { method: 'GET', path: '/channels/news/users' }, 400],
  ['an unknown path', { method: 'GET', path: '/secrets' }, 404],
  ['the wrong method', { method: 'GET', path: '/events' }, 405],
])('a request with %s is rejected and nothing is published', async ([_, request, status], { world }) => {
  const channel = await subscribe(client(world), 'news');
  const received = recordEvents(channel, 'hello');
  const response = await call(world, request);
  expect(response.status).toBe(status);
  expect((await response.text()).length).toBeGreaterThan(1);
  const marked = nextEvent(channel, 'marker');
  await world.app.trigger('news', 'marker', {});
  await marked;
  expect(received).toEqual([]);
});

function startRequest(world: World, target: string) {
  const socket = connect(world.port, '127.0.0.1');
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  let responses = '';
  socket.on('data', (data) => {
    responses += String(data);
  });
  socket.write(`POST ${target} HTTP/1.1\r\nhost: a\r\ncontent-length: ${LIMITS.bodyBytes}\r\n\r\n`);
  return { socket, responses: () => responses };
}

test.for<[string, RequestOptions]>([
  ['an unknown key', { body: 'x', change: (query) => query.replace(APP.key, 'other') }],
  ['a forged signature', { body: 'x', change: (query) => query.replace(/.$/, 'x') }],
  ['an old timestamp', { body: 'x', age: 660 }],
  ['no body hash', {}],
])('a request with %s is rejected before its body is read', async ([_, request], { world }) => {
  const { socket, responses } = startRequest(world, signedTarget(request));
  await eventually(responses).toMatch(/^HTTP\/1\.1 401 /);
  socket.write(Buffer.alloc(LIMITS.bodyBytes));
  socket.write('GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n');
  await eventually(responses).toMatch(/HTTP\/1\.1 200 OK/);
});

test('a client that never finishes sending a rejected body is disconnected', async () => {
  const { socket } = startRequest(await startWorld(), signedTarget({}));
  await once(socket, 'close');
});

test('bodies that are read concurrently share one limit', async ({ world }) => {
  const target = signedTarget({ body: 'x' });
  const max = Math.floor(LIMITS.totalBodyBytes / LIMITS.bodyBytes);
  const requests = Array.from({ length: max + 1 }, () => startRequest(world, target));
  const rejected = () => requests.filter(({ responses }) => responses().startsWith('HTTP/1.1 503 '));
  await eventually(() => rejected().length).toBe(1);
  for (const { socket } of requests) socket.destroy();
  const large = { body: 'x'.repeat(LIMITS.bodyBytes) };
  await eventually(async () => (await call(world, large)).status).toBe(400);
});

test('user_count is rejected for channels without users', async ({ world }) => {
  for (const path of ['/channels', '/channels/news']) {
    await expect(get(world, path, { info: 'user_count' })).rejects.toMatchObject({ status: 400 });
  }
});

test('the info of a cache channel contains its last event and remaining seconds', async ({ world }) => {
  const info = { info: 'cache' };
  expect(await get(world, '/channels/cache-news', info)).toEqual({ occupied: false, cache: null });
  await world.app.trigger('cache-news', 'price', { now: 2 });
  const known = { data: '{"now":2}', ttl: expect.any(Number) };
  expect(await get(world, '/channels/cache-news', info)).toEqual({ occupied: false, cache: known });
  for (const path of ['/channels', '/channels/news'])
    await expect(get(world, path, info)).rejects.toMatchObject({ status: 400 });
});

test('a user ID that needs URL escaping can be terminated', async ({ world }) => {
  const pusher = client(world, { id: 'ada lovelace/ü' });
  await waitUntilConnected(pusher);
  await signIn(pusher);
  const disconnected = nextEvent(pusher.connection, 'disconnected');
  const escaped = encodeURIComponent('ada lovelace/ü');
  const response = await call(world, { path: `/users/${escaped}/terminate_connections`, body: '{}' });
  expect([response.status, await response.text()]).toEqual([200, '{}']);
  await disconnected;
});

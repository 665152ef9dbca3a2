import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { PresenceChannel } from 'pusher-js';
import { expect, onTestFinished } from 'vitest';
import {
  APP,
  client,
  eventually,
  nextEvent,
  RawClient,
  startWorld,
  subscribe,
  test,
  type World,
  waitUntilConnected,
} from '../test-world.ts';

async function expectService(world: World): Promise<void> {
  const channel = await subscribe(client(world), 'still');
  const received = nextEvent(channel, 'here');
  await world.app.trigger('still', 'here', 1);
  expect(await received).toBe(1);
}

test.for([
  ['text that is not JSON', 'garbage'],
  ['an empty message', ''],
  ['JSON that is not an object', '[1,2,3]'],
  ['null', 'null'],
  ['JSON nested 40,000 deep', '['.repeat(40_000)],
  ['an event that is not a string', '{"event":5}'],
  ['an unknown protocol event', '{"event":"pusher:shutdown"}'],
  ['a server event', '{"event":"pusher_internal:member_added","channel":"a","data":"{}"}'],
  ['an event without the client- prefix', '{"event":"hello","channel":"a","data":"{}"}'],
  ['a subscription without data', '{"event":"pusher:subscribe"}'],
  ['a subscription to a number', '{"event":"pusher:subscribe","data":{"channel":5}}'],
  ['a channel name with a space', '{"event":"pusher:subscribe","data":{"channel":"a b"}}'],
  ['an empty channel name', '{"event":"pusher:subscribe","data":{"channel":""}}'],
  [
    'unsubscribing from a channel that was not subscribed',
    '{"event":"pusher:unsubscribe","data":{"channel":"a"}}',
  ],
  ['a sign-in without data', '{"event":"pusher:signin"}'],
  ['a client event without a channel', '{"event":"client-a","data":1}'],
  [
    'a client event that is nested too deeply',
    `{"event":"client-a","channel":"private-a","data":${'['.repeat(45_000)}${']'.repeat(45_000)}}`,
  ],
] as const)(
  '%s is rejected with an error message, and the connection stays open',
  async ([_, text], { world }) => {
    const raw = await RawClient.connect(world.port);
    raw.send(text);
    expect(await raw.next()).toEqual({
      event: 'pusher:error',
      data: { code: 4300, message: expect.any(String) },
    });
    raw.send({ event: 'pusher:ping' });
    expect(await raw.next()).toMatchObject({ event: 'pusher:pong' });
  },
);

test('a second subscription to a channel is rejected, and the first one stays', async ({ world }) => {
  const raw = await RawClient.connect(world.port);
  const enter = { event: 'pusher:subscribe', data: JSON.stringify({ channel: 'cache-a' }) };
  raw.send(enter);
  expect(await raw.next()).toMatchObject({ event: 'pusher_internal:subscription_succeeded' });
  expect(await raw.next()).toEqual({ event: 'pusher:cache_miss', channel: 'cache-a' });
  expect(await raw.next()).toMatchObject({ event: 'pusher_internal:subscription_count' });
  raw.send(enter);
  expect(await raw.next()).toMatchObject({ event: 'pusher:error', data: { code: 4300 } });
});

test.for<[string, (raw: RawClient) => void, number]>([
  ['a binary message', (raw) => raw.ws.send(Buffer.from('{"event":"pusher:ping"}')), 1003],
  ['a message of more than 100 kB', (raw) => raw.send('x'.repeat(100_001)), 1009],
  [
    'a message in more than 16 fragments',
    (raw) => {
      for (let n = 0; n < 17; n += 1) raw.ws.send('x', { fin: false });
    },
    1008,
  ],
  ['text that is not UTF-8', (raw) => raw.ws.send(Buffer.from([0xc3, 0x28]), { binary: false }), 1007],
])('%s closes the connection', async ([_, send, code], { world }) => {
  const raw = await RawClient.connect(world.port);
  send(raw);
  expect(await raw.closed).toMatchObject({ code });
  await expectService(world);
});

test.for([
  ['bytes that are not HTTP', 'garbage\r\n\r\n'],
  [
    'an upgrade to another protocol',
    `GET /app/${APP.key}?protocol=7 HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n`,
  ],
  [
    'an upgrade without a key',
    `GET /app/${APP.key}?protocol=7 HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
  ],
] as const)('the port answers %s with an HTTP error', async ([_, bytes], { world }) => {
  const socket = connect(world.port, '127.0.0.1');
  socket.write(bytes);
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 4\d\d /);
  await expectService(world);
});

test('a client that breaks the WebSocket protocol loses only its own connection', async ({ world }) => {
  const raw = new RawClient(world.port);
  const upgraded = once(raw.ws, 'upgrade');
  await raw.readGreeting();
  const [response]: IncomingMessage[] = await upgraded;
  response?.socket.write(Buffer.from([0xff, 0xff, 0xff, 0xff]));
  expect(await raw.closed).toMatchObject({ code: 1002 });
  await expectService(world);
});

test.for<[string, Buffer]>([
  ['a close frame', Buffer.from([0x88, 0x80, 0, 0, 0, 0])],
  ['a broken frame', Buffer.from([0xff, 0xff, 0xff, 0xff])],
])('after %s the member leaves immediately and the connection is closed', async ([_, bytes], { world }) => {
  const channel = (await subscribe(client(world, { id: 'ada' }), 'presence-room')) as PresenceChannel;
  const removed = nextEvent(channel, 'pusher:member_removed');
  const socket = connect({ port: world.port, host: '127.0.0.1', allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  const frames: Buffer[] = [];
  socket.on('data', (data) => frames.push(data));
  socket.write(
    `GET /app/${APP.key}?protocol=7 HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  );
  const greeting = () => /"socket_id\\":\\"([\d.]+)/.exec(Buffer.concat(frames).toString())?.[1] ?? '';
  await eventually(greeting).not.toBe('');
  const member = { user_id: 'bob' };
  const data = {
    channel: 'presence-room',
    ...world.app.authorizeChannel(greeting(), 'presence-room', member),
  };
  socket.write(maskedFrame(JSON.stringify({ event: 'pusher:subscribe', data })));
  await nextEvent(channel, 'pusher:member_added');

  const ended = once(socket, 'end');
  socket.write(bytes);
  await ended;
  const users = await world.app.get({ path: '/channels/presence-room/users' });
  expect(await users.json()).toEqual({ users: [{ id: 'ada' }] });
  expect(await removed).toMatchObject({ id: 'bob' });
  const reset = once(socket, 'error');
  const writing = setInterval(() => socket.write('x'), 20);
  onTestFinished(() => clearInterval(writing));
  expect((await reset)[0]).toMatchObject({ code: expect.stringMatching(/ECONNRESET|EPIPE/) });
});

function maskedFrame(text: string): Buffer {
  const bytes = Buffer.from(text);
  const header = Buffer.from([0x81, 0xfe, bytes.length >> 8, bytes.length & 0xff, 0, 0, 0, 0]);
  return Buffer.concat([header, bytes]);
}

test('unfinished large messages of all clients share one limit', async () => {
  // The tick interval depends on the activity timeout.
  const world = await startWorld({ activityTimeoutMs: 400 });
  const other = new RawClient(world.port);
  await other.readGreeting();
  const clients = Array.from({ length: 45 }, () => new RawClient(world.port));
  for (const raw of clients) {
    await raw.readGreeting();
    raw.ws.send('x'.repeat(99_000), { fin: false });
  }
  expect(await Promise.race(clients.map((raw) => raw.closed))).toEqual({
    code: 4100,
    reason: 'Over capacity',
  });
  other.send({ event: 'pusher:subscribe', data: { channel: 'presence-a' } });
  await eventually(() => other.next()).toMatchObject({ event: 'pusher:subscription_error' });
  expect(clients.filter(({ ws }) => ws.readyState === ws.OPEN).length).toBeGreaterThan(35);
});

test('a client that stops reading is disconnected, and other clients miss no events', async ({ world }) => {
  const [raw, other] = [new RawClient(world.port), client(world)];
  await raw.readGreeting();
  raw.send({ event: 'pusher:subscribe', data: { channel: 'news' } });
  await raw.next();
  await waitUntilConnected(other);
  const channel = await subscribe(other, 'news');
  raw.ws.pause();
  let received = 0;
  channel.bind('fill', () => {
    received += 1;
  });
  const batch = () =>
    Array.from({ length: 10 }, () => ({ channel: 'news', name: 'fill', data: 'x'.repeat(10_000) }));
  const subscribers = async () => {
    const path = '/channels/news';
    const response = await world.app.get({ path, params: { info: 'subscription_count' } });
    return ((await response.json()) as { subscription_count: number }).subscription_count;
  };
  let sent = 0;
  // The operating system buffers a few megabytes first.
  while ((await subscribers()) === 2 && sent < 5_000) {
    await world.app.triggerBatch(batch());
    sent += 10;
  }
  expect(await subscribers()).toBe(1);
  await eventually(() => received).toBe(sent);
});

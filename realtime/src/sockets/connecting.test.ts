import { expect } from 'vitest';
import {
  APP,
  client,
  nextEvent,
  RawClient,
  startProxy,
  startWorld,
  subscribe,
  test,
  waitUntilConnected,
} from '../test-world.ts';

test('pusher-js connects and gets a socket ID', async () => {
  const pusher = client(await startWorld());
  expect(await waitUntilConnected(pusher)).toMatch(/^\d+\.\d+$/);
});

test('the greeting carries its data as a JSON string', async () => {
  const raw = new RawClient((await startWorld()).port);
  const greeting = await raw.next();
  expect(greeting).toEqual({ event: 'pusher:connection_established', data: expect.any(String) });
  expect(JSON.parse((greeting as { data: string }).data)).toEqual({
    socket_id: expect.stringMatching(/^\d+\.\d+$/),
    activity_timeout: 120,
  });
});

test.each([
  ['an unknown key', '/app/other?protocol=7', 4001],
  ['no protocol', `/app/${APP.key}`, 4008],
  ['an empty protocol', `/app/${APP.key}?protocol=`, 4008],
  ['a protocol that is not a number', `/app/${APP.key}?protocol=seven`, 4006],
  ['an outdated protocol', `/app/${APP.key}?protocol=3`, 4007],
  ['a newer protocol', `/app/${APP.key}?protocol=8`, 4007],
  ['an unknown path', '/elsewhere', 4005],
])('%s is rejected with an error message and a close code', async (_, target, code) => {
  const raw = new RawClient((await startWorld()).port, target);
  expect(await raw.next()).toMatchObject({
    event: 'pusher:error',
    data: { code, message: expect.any(String) },
  });
  expect(await raw.closed).toMatchObject({ code });
});

test('pusher-js gives up on an unknown key', async () => {
  const world = await startWorld({ key: 'another-key' });
  const pusher = client(world);
  const error = nextEvent(pusher.connection, 'error');
  await nextEvent(pusher.connection, 'disconnected');
  expect(await error).toMatchObject({ error: { data: { code: 4001 } } });
});

test('a client over the connection limit is rejected with 4100', async () => {
  const world = await startWorld({ maxConnections: 1 });
  await waitUntilConnected(client(world));
  const raw = new RawClient(world.port);
  expect(await raw.next()).toEqual({ event: 'pusher:error', data: { code: 4100, message: 'Over capacity' } });
  expect(await raw.closed).toMatchObject({ code: 4100 });
});

test('a pusher:ping is answered', async () => {
  const raw = await RawClient.connect((await startWorld()).port);
  raw.send({ event: 'pusher:ping', data: {} });
  expect(await raw.next()).toEqual({ event: 'pusher:pong', data: '{}' });
});

test('pusher-js pings a quiet server and stays connected', async () => {
  const pusher = client(await startWorld(), null, { activityTimeout: 20, pongTimeout: 20_000 });
  const socketId = await waitUntilConnected(pusher);
  for (let i = 0; i < 3; i += 1) await nextEvent(pusher, 'pusher:pong');
  expect(pusher.connection.socket_id).toBe(socketId);
});

test('the service pings a quiet client, and pusher-js stays connected', async () => {
  const pusher = client(await startWorld({ activityTimeoutMs: 20, pongTimeoutMs: 20_000 }));
  const socketId = await waitUntilConnected(pusher);
  for (let i = 0; i < 3; i += 1) await nextEvent(pusher, 'pusher:ping');
  expect(pusher.connection.socket_id).toBe(socketId);
});

test("a client that doesn't answer a ping is closed with 4201", async () => {
  const raw = new RawClient((await startWorld({ activityTimeoutMs: 20, pongTimeoutMs: 20 })).port);
  await raw.readGreeting();
  expect(await raw.next()).toEqual({ event: 'pusher:ping', data: '{}' });
  const message = expect.stringMatching(/^Pong reply not received/);
  expect(await raw.next()).toEqual({ event: 'pusher:error', data: { code: 4201, message } });
  expect(await raw.closed).toEqual({ code: 4201, reason: message });
});

test('after a restart, pusher-js reconnects and resubscribes', async () => {
  // As in production: a proxy holds new connections until the service is back.
  const proxy = await startProxy();
  const first = await startWorld();
  proxy.forwardTo(first.port);
  const pusher = client({ ...first, port: proxy.port });
  const channel = await subscribe(pusher, 'private-a');
  const error = nextEvent(pusher.connection, 'error');
  proxy.hold();
  await first.service.close();
  expect(await error).toMatchObject({ data: { code: 4200 } });
  const resubscribed = nextEvent(channel, 'pusher:subscription_succeeded');
  const second = await startWorld();
  proxy.forwardTo(second.port);
  await resubscribed;
  const event = nextEvent(channel, 'hello');
  await second.app.trigger('private-a', 'hello', { from: 'second' });
  expect(await event).toEqual({ from: 'second' });
});

test("shutdown doesn't wait for a client that ignores the close", async ({ world }) => {
  const raw = await RawClient.connect(world.port);
  raw.ws.pause();
  const startedAt = performance.now();
  await world.service.close();
  // The WebSocket library alone would wait for 30 s.
  expect(performance.now() - startedAt).toBeLessThan(10_000);
});

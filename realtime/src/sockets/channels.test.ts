import type { PresenceChannel } from 'pusher-js';
import { expect } from 'vitest';
import {
  client,
  eventually,
  nextEvent,
  RawClient,
  recordEvents,
  startWorld,
  subscribe,
  test,
  waitUntilConnected,
} from '../test-world.ts';

test('an event reaches the subscribers of its channel only', async ({ world }) => {
  const here = await subscribe(client(world), 'news');
  const there = await subscribe(client(world), 'other');
  const wrong = recordEvents(there, 'hello');
  const [received, marked] = [nextEvent(here, 'hello'), nextEvent(there, 'marker')];
  await world.app.trigger('news', 'hello', { text: 'grüß dich 👋' });
  await world.app.trigger('other', 'marker', {});
  expect(await received).toEqual({ text: 'grüß dich 👋' });
  await marked;
  expect(wrong).toEqual([]);
});

test("the sender named by socket_id doesn't get the event", async ({ world }) => {
  const [me, other] = [client(world), client(world)];
  const myChannel = await subscribe(me, 'news');
  const otherChannel = await subscribe(other, 'news');
  const echoed = recordEvents(myChannel, 'hello');
  const [received, marked] = [nextEvent(otherChannel, 'hello'), nextEvent(myChannel, 'marker')];
  await world.app.trigger('news', 'hello', 1, { socket_id: me.connection.socket_id });
  await world.app.trigger('news', 'marker', {});
  expect(await received).toBe(1);
  await marked;
  expect(echoed).toEqual([]);
});

test('an unsubscribed client gets no more events', async ({ world }) => {
  const pusher = client(world);
  const [left, kept] = [await subscribe(pusher, 'left'), await subscribe(pusher, 'kept')];
  const received = recordEvents(left, 'hello');
  pusher.unsubscribe('left');
  await pusherRoundTrip(pusher);
  const marked = nextEvent(kept, 'marker');
  await world.app.trigger('left', 'hello', {});
  await world.app.trigger('kept', 'marker', {});
  await marked;
  expect(received).toEqual([]);
});

test('a private channel accepts an authorized subscription', async ({ world }) => {
  const channel = await subscribe(client(world), 'private-a');
  const received = nextEvent(channel, 'hello');
  await world.app.trigger('private-a', 'hello', [1, 2]);
  expect(await received).toEqual([1, 2]);
});

test.for([
  ['a wrong signature', (key: string) => `${key}:${'0'.repeat(64)}`],
  ['a short signature', (key: string) => `${key}:00`],
  ['the key of another app', () => `other:${'0'.repeat(64)}`],
  ['no colon', () => 'nonsense'],
  ['an empty auth value', () => ''],
] as const)('a private channel rejects %s, and the connection stays open', async ([_, auth], { world }) => {
  const pusher = client(world, null, {
    channelAuthorization: {
      customHandler: ({ channelName }, callback) =>
        callback(null, channelName === 'private-a' ? { auth: auth('demo-key') } : null),
    },
  });
  await waitUntilConnected(pusher);
  expect(await nextEvent(pusher.subscribe('private-a'), 'pusher:subscription_error')).toEqual({
    type: 'AuthError',
    error: expect.any(String),
    status: 401,
  });
  await subscribe(pusher, 'public');
});

test('a signature is valid for its own channel and socket only', async ({ world }) => {
  const [first, second] = [new RawClient(world.port), new RawClient(world.port)];
  const [firstSocketId] = [await first.readGreeting(), await second.readGreeting()];
  const { auth } = world.app.authorizeChannel(firstSocketId, 'private-a');
  second.send({ event: 'pusher:subscribe', data: { channel: 'private-a', auth } });
  expect(await second.next()).toMatchObject({ event: 'pusher:subscription_error', data: { status: 401 } });
  first.send({ event: 'pusher:subscribe', data: { channel: 'private-b', auth } });
  expect(await first.next()).toMatchObject({ event: 'pusher:subscription_error', channel: 'private-b' });
});

test("a valid signature with another app's key is rejected", async ({ world }) => {
  const raw = new RawClient(world.port);
  const { auth } = world.app.authorizeChannel(await raw.readGreeting(), 'private-a');
  raw.send({
    event: 'pusher:subscribe',
    data: { channel: 'private-a', auth: auth.replace(/^[^:]*/, 'other') },
  });
  expect(await raw.next()).toMatchObject({
    event: 'pusher:subscription_error',
    data: { error: 'Invalid key in subscription auth data', status: 401 },
  });
});

test('an encrypted channel delivers to clients with the key', async ({ world }) => {
  const channel = await subscribe(client(world), 'private-encrypted-a');
  const received = nextEvent(channel, 'hello');
  await world.app.trigger('private-encrypted-a', 'hello', { secret: true });
  expect(await received).toEqual({ secret: true });
});

test('a presence channel reports users, not connections', async ({ world }) => {
  const ada = client(world, { id: 'ada', name: 'Ada' });
  const channel = (await subscribe(ada, 'presence-room')) as PresenceChannel;
  expect(channel.members.me).toEqual({ id: 'ada', info: { name: 'Ada' } });
  const added = recordEvents(channel, 'pusher:member_added');
  const removed = recordEvents(channel, 'pusher:member_removed');

  const bob = [client(world, { id: 'bob', name: 'Bob' }), client(world, { id: 'bob', name: 'Bob' })] as const;
  const bobs = (await subscribe(bob[0], 'presence-room')) as PresenceChannel;
  expect(bobs.members.count).toBe(2);
  expect(bobs.members.get('ada')).toEqual({ id: 'ada', info: { name: 'Ada' } });
  await subscribe(bob[1], 'presence-room');
  await pusherRoundTrip(ada);
  expect(added).toEqual([{ id: 'bob', info: { name: 'Bob' } }]);
  expect(channel.members.count).toBe(2);

  bob[0].disconnect();
  bob[1].unsubscribe('presence-room');
  await eventually(() => removed).toEqual([{ id: 'bob', info: { name: 'Bob' } }]);
  expect(channel.members.count).toBe(1);
});

test('a presence channel rejects the 101st member but not a second connection of the 100th', async () => {
  const world = await startWorld({ maxConnections: 200 });
  const raw = new RawClient(world.port);
  const join = (from: RawClient, socketId: string, userId: number) => {
    const data = { user_id: String(userId) };
    const auth = world.app.authorizeChannel(socketId, 'presence-room', data);
    from.send({ event: 'pusher:subscribe', data: { channel: 'presence-room', ...auth } });
    return from.next();
  };
  for (let userId = 1; userId <= 100; userId += 1) {
    const member = new RawClient(world.port);
    expect(await join(member, await member.readGreeting(), userId)).toMatchObject({
      event: 'pusher_internal:subscription_succeeded',
    });
  }
  const socketId = await raw.readGreeting();
  expect(await join(raw, socketId, 101)).toMatchObject({ data: { type: 'LimitReached' } });
  expect(await join(raw, socketId, 100)).toMatchObject({ event: 'pusher_internal:subscription_succeeded' });
});

test('all subscriptions share one limit, and public subscriptions leave room for signed ones', async () => {
  const world = await startWorld({ maxConnections: 1, subscriptionCountEnabled: false });
  const raw = new RawClient(world.port);
  const socketId = await raw.readGreeting();
  const enter = (channel: string) => {
    raw.send({
      event: 'pusher:subscribe',
      data: { channel, ...world.app.authorizeChannel(socketId, channel) },
    });
    return raw.next();
  };
  const failure = {
    type: 'LimitReached',
    error: 'The service has reached its maximum number of subscriptions',
    status: 4004,
  };
  const fill = async (prefix: string) => {
    for (let n = 0; ; n += 1) {
      const reply = (await enter(`${prefix}${n}`)) as { event: string; data: unknown };
      if (reply.event === 'pusher_internal:subscription_succeeded') continue;
      expect(reply).toMatchObject({ event: 'pusher:subscription_error', data: failure });
      return n;
    }
  };
  const [open, signed] = [await fill('news-'), await fill('private-')];
  expect(Math.min(open, signed)).toBeGreaterThan(5);
  raw.send({ event: 'pusher:unsubscribe', data: { channel: 'news-0' } });
  expect(await enter('news-0')).toMatchObject({ event: 'pusher_internal:subscription_succeeded' });
});

test("a client event reaches the other members with its sender's ID", async ({ world }) => {
  const [ada, bob] = [client(world, { id: 'ada' }), client(world, { id: 'bob' })];
  const adaChannel = await subscribe(ada, 'presence-room');
  const bobChannel = await subscribe(bob, 'presence-room');
  const echoed = recordEvents(adaChannel, 'client-typing');
  const received = new Promise((resolve) => {
    bobChannel.bind('client-typing', (data: unknown, metadata: unknown) => resolve([data, metadata]));
  });
  adaChannel.trigger('client-typing', { text: 'hm' });
  expect(await received).toEqual([{ text: 'hm' }, { user_id: 'ada' }]);
  await pusherRoundTrip(ada);
  expect(echoed).toEqual([]);
});

test.each([
  ['on a public channel', 'news', 'news', {}],
  ['on a channel that is not subscribed', 'private-a', 'private-b', {}],
  ['in an app that disables them', 'private-a', 'private-a', { clientEventsEnabled: false }],
  ['with more than 10 kB', 'private-a', 'private-a', {}, 'x'.repeat(10_241)],
])('client events %s are rejected', async (_, ownChannel, target, settings, data = 'x') => {
  const world = await startWorld(settings);
  const [me, other] = [client(world), client(world)];
  await subscribe(me, ownChannel);
  const otherChannel = await subscribe(other, target);
  const received = recordEvents(otherChannel, 'client-a');
  const error = nextEvent(me.connection, 'error');
  me.send_event('client-a', data, target);
  expect(await error).toMatchObject({ data: { code: 4300, message: expect.any(String) } });
  await pusherRoundTrip(other);
  expect(received).toEqual([]);
});

test('the 11th client event within a second is rejected with 4301', async ({ world }) => {
  const [me, other] = [client(world), client(world)];
  const channel = await subscribe(me, 'private-a');
  const received = recordEvents(await subscribe(other, 'private-a'), 'client-n');
  const error = nextEvent(me.connection, 'error');
  for (let n = 1; n <= 11; n += 1) channel.trigger('client-n', n);
  expect(await error).toMatchObject({ data: { code: 4301 } });
  await pusherRoundTrip(other);
  expect(received).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

test('all subscribers get the subscription count', async ({ world }) => {
  const pusher = client(world);
  await waitUntilConnected(pusher);
  const first = pusher.subscribe('news');
  const counts = recordEvents(first, 'pusher:subscription_count');
  await nextEvent(first, 'pusher:subscription_succeeded');
  const second = client(world);
  await subscribe(second, 'news');
  await eventually(() => counts).toEqual([{ subscription_count: 1 }, { subscription_count: 2 }]);
  expect(first.subscriptionCount).toBe(2);
  second.disconnect();
  await eventually(() => counts.at(-1)).toEqual({ subscription_count: 1 });
});

test.each(['cache-news', 'private-cache-news', 'presence-cache-news', 'private-encrypted-cache-news'])(
  '%s sends its last event to later subscribers',
  async (name) => {
    const world = await startWorld();
    const first = client(world, { id: 'ada' });
    await waitUntilConnected(first);
    await nextEvent(first.subscribe(name), 'pusher:cache_miss');
    await world.app.trigger(name, 'price', 1);
    await world.app.trigger(name, 'price', 2);
    expect(await nextEvent(client(world, { id: 'bob' }).subscribe(name), 'price')).toBe(2);
  },
);

/** Resolves when everything already sent to the client has arrived. */
async function pusherRoundTrip(pusher: ReturnType<typeof client>): Promise<void> {
  const pong = nextEvent(pusher, 'pusher:pong');
  pusher.send_event('pusher:ping', {});
  await pong;
}

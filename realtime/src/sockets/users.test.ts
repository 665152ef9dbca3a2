import type { PresenceChannel } from 'pusher-js';
import { expect } from 'vitest';
import {
  client,
  eventually,
  nextEvent,
  RawClient,
  recordEvents,
  signIn,
  startWorld,
  subscribe,
  test,
  waitUntilConnected,
} from '../test-world.ts';

test("an event to a user reaches all of the user's signed-in connections", async ({ world }) => {
  const phones = [client(world, { id: 'ada' }), client(world, { id: 'ada' })];
  for (const phone of phones) {
    phone.signin();
    await waitUntilConnected(phone);
  }
  const path = '/channels/%23server-to-user-ada';
  const info = { info: 'subscription_count' };
  await eventually(async () => (await world.app.get({ path, params: info })).json()).toEqual({
    occupied: true,
    subscription_count: 2,
  });
  const received = phones.map((phone) => nextEvent(phone.user, 'ring'));
  await world.app.sendToUser('ada', 'ring', { from: 'bob' });
  expect(await Promise.all(received)).toEqual([{ from: 'bob' }, { from: 'bob' }]);
});

test('after the sign-in, an event to a user arrives with or without a subscription', async ({ world }) => {
  const raw = new RawClient(world.port);
  const data = world.app.authenticateUser(await raw.readGreeting(), { id: 'ada', user_info: {} });
  raw.send({ event: 'pusher:signin', data });
  expect(await raw.next()).toMatchObject({ event: 'pusher:signin_success' });
  const channel = '#server-to-user-ada';
  await world.app.sendToUser('ada', 'ring', 1);
  expect(await raw.next()).toEqual({ event: 'ring', channel, data: '1' });
  raw.send({ event: 'pusher:subscribe', data: { channel } });
  expect(await raw.next()).toEqual({ event: 'pusher_internal:subscription_succeeded', channel, data: '{}' });
  await world.app.sendToUser('ada', 'ring', 2);
  expect(await raw.next()).toEqual({ event: 'ring', channel, data: '2' });
});

test('pusher-js gets an event that is sent to its user immediately after the sign-in', async ({ world }) => {
  const ada = client(world, { id: 'ada' });
  const errors = recordEvents(ada.connection, 'error');
  const received = recordEvents(ada.user, 'ring');
  ada.bind('pusher:signin_success', () => void world.app.sendToUser('ada', 'ring', 1));
  ada.signin();
  await eventually(() => received).toEqual([1]);
  await subscribe(ada, 'news');
  expect(errors).toEqual([]);
});

test("terminating a user closes only that user's connections", async ({ world }) => {
  const [ada, bob] = [client(world, { id: 'ada' }), client(world, { id: 'bob' })];
  for (const phone of [ada, bob]) {
    await signIn(phone);
  }
  const disconnected = nextEvent(ada.connection, 'disconnected');
  const error = nextEvent(ada.connection, 'error');
  await world.app.terminateUserConnections('ada');
  await disconnected;
  expect(await error).toMatchObject({ data: { code: 4009 } });
  await subscribe(bob, 'news');
});

test('each connection of a terminated user gets the reason; connections without a sign-in stay open', async ({
  world,
}) => {
  const person = { id: 'ada', user_info: {} };
  const signedIn = [new RawClient(world.port), new RawClient(world.port)];
  for (const raw of signedIn) {
    raw.send({ event: 'pusher:signin', data: world.app.authenticateUser(await raw.readGreeting(), person) });
    expect(await raw.next()).toMatchObject({ event: 'pusher:signin_success' });
  }
  // A channel member with the same ID that isn't signed in: the hosted service doesn't terminate it either.
  const member = client(world, { id: 'ada' });
  const channel = (await subscribe(member, 'presence-room')) as PresenceChannel;
  await subscribe(member, 'private-ada');

  const response = await world.app.terminateUserConnections('ada');
  expect([response.status, await response.json()]).toEqual([200, {}]);
  for (const raw of signedIn) {
    const data = { code: 4009, message: 'You got disconnected by the application' };
    expect(await raw.next()).toEqual({ event: 'pusher:error', data });
    expect(await raw.closed).toEqual({ code: 4009, reason: data.message });
  }
  const received = nextEvent(channel, 'hello');
  await world.app.trigger('presence-room', 'hello', 1);
  expect(await received).toBe(1);
  expect(member.connection.state).toBe('connected');
});

test("pusher-js doesn't reconnect after its user is terminated, and the member is removed", async ({
  world,
}) => {
  const [ada, bob] = [client(world, { id: 'ada' }), client(world, { id: 'bob' })];
  await signIn(ada);
  await subscribe(ada, 'presence-room');
  const channel = (await subscribe(bob, 'presence-room')) as PresenceChannel;
  const [states, removed] = [
    recordEvents(ada.connection, 'state_change'),
    nextEvent(channel, 'pusher:member_removed'),
  ];
  const errors = recordEvents(ada.connection, 'error');
  await world.app.terminateUserConnections('ada');
  expect(await removed).toMatchObject({ id: 'ada' });
  await eventually(() => states).toEqual([{ previous: 'connected', current: 'disconnected' }]);
  expect(errors[0]).toMatchObject({
    data: { code: 4009, message: 'You got disconnected by the application' },
  });
});

test('a signed-in user joins a presence channel without channel_data', async ({ world }) => {
  const ada = client(
    world,
    { id: 'ada' },
    {
      channelAuthorization: {
        customHandler: ({ socketId, channelName }, callback) =>
          callback(null, world.app.authorizeChannel(socketId, channelName)),
      },
    },
  );
  ada.signin();
  const channel = (await subscribe(ada, 'presence-room')) as PresenceChannel;
  expect(channel.members.me).toEqual({ id: 'ada', info: { name: 'n' } });
});

test.each([
  ['a wrong signature', { auth: `demo-key:${'0'.repeat(64)}`, user_data: '{"id":"ada"}' }],
  ['no signature', { user_data: '{"id":"ada"}' }],
])('a sign-in with %s closes the connection with 4009', async (_, data) => {
  const raw = await RawClient.connect((await startWorld()).port);
  raw.send({ event: 'pusher:signin', data });
  expect(await raw.next()).toMatchObject({ event: 'pusher:error', data: { code: 4009 } });
  expect(await raw.closed).toMatchObject({ code: 4009 });
});

test("another user's channel is rejected", async ({ world }) => {
  const pusher = client(world, { id: 'bob' });
  await waitUntilConnected(pusher);
  await signIn(pusher);
  const rejected = nextEvent(pusher, 'pusher:subscription_error');
  pusher.send_event('pusher:subscribe', { channel: '#server-to-user-ada', auth: '' });
  expect(await rejected).toMatchObject({ type: 'AuthError', status: 401 });
});

test("with a sign-in timeout, pusher-js is closed and gives up if it doesn't sign in", async () => {
  const pusher = client(await startWorld({ signinTimeoutMs: 20, pongTimeoutMs: 80 }));
  const [error] = await Promise.all([
    nextEvent(pusher.connection, 'error'),
    nextEvent(pusher.connection, 'disconnected'),
  ]);
  const message = 'Connection not authorized within timeout';
  expect(error).toMatchObject({ data: { code: 4009, message } });
});

const AUTHORIZED = { signinTimeoutMs: 60_000 };

test('with a sign-in timeout, a connection gets no private events before it signs in', async () => {
  const world = await startWorld(AUTHORIZED);
  const raw = new RawClient(world.port);
  const socketId = await raw.readGreeting();
  const { auth } = world.app.authorizeChannel(socketId, 'private-account');
  raw.send({ event: 'pusher:subscribe', data: { channel: 'private-account', auth } });
  raw.send({ event: 'pusher:ping', data: {} });
  expect(await raw.next()).toMatchObject({ event: 'pusher:pong' });
  await world.app.trigger('private-account', 'secret', 1);
  const data = world.app.authenticateUser(socketId, { id: 'ada' });
  raw.send({ event: 'pusher:signin', data });
  expect(await raw.next()).toMatchObject({ event: 'pusher:signin_success' });
  expect(await raw.next()).toMatchObject({ event: 'pusher_internal:subscription_succeeded' });
  expect(await raw.next()).toMatchObject({ event: 'pusher_internal:subscription_count' });
  await world.app.trigger('private-account', 'open', 2);
  expect(await raw.next()).toMatchObject({ event: 'open' });
});

test('with a sign-in timeout, pusher-js joins its private channels when it signs in', async () => {
  const world = await startWorld(AUTHORIZED);
  const ada = client(world, { id: 'ada' });
  const errors = recordEvents(ada.connection, 'error');
  const channel = ada.subscribe('presence-room') as PresenceChannel;
  await waitUntilConnected(ada);
  ada.signin();
  await nextEvent(channel, 'pusher:subscription_succeeded');
  const received = nextEvent(channel, 'hello');
  await world.app.trigger('presence-room', 'hello', 1);
  expect([await received, errors]).toEqual([1, []]);
});

test('a terminated user can sign in on a new connection but not on an old one', async () => {
  const world = await startWorld(AUTHORIZED);
  const old = new RawClient(world.port);
  const data = world.app.authenticateUser(await old.readGreeting(), { id: 'ada' });
  await world.app.terminateUserConnections('ada');
  old.send({ event: 'pusher:signin', data });
  expect(await old.next()).toMatchObject({ event: 'pusher:error', data: { code: 4009 } });
  expect(await old.closed).toMatchObject({ code: 4009 });
  const newClient = client(world, { id: 'ada' });
  await signIn(newClient);
});

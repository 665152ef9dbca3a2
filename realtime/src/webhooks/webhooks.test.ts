import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { client, eventually, listen, startWorld, subscribe, type World } from '../test-world.ts';
import { Webhooks } from './webhooks.ts';

interface Delivery {
  headers: IncomingHttpHeaders;
  rawBody: string;
}

/** A service and its application server, which answers with `statuses` in turn, then with 200. */
async function startReceiver(statuses: number[] = []) {
  const deliveries: Delivery[] = [];
  const server = createServer(async (request, response) => {
    deliveries.push({ headers: request.headers, rawBody: await text(request) });
    response.writeHead(statuses.shift() ?? 200).end();
  });
  onTestFinished(() => server.closeAllConnections());
  const world = await startWorld({ webhookUrl: `http://127.0.0.1:${await listen(server)}/hook` });
  return { world, deliveries };
}

async function startWithRejectedDelivery() {
  const { world, deliveries } = await startReceiver([500]);
  const pusher = client(world);
  await subscribe(pusher, 'first');
  await eventually(() => deliveries.length).toBe(1);
  await subscribe(pusher, 'second');
  return { world, deliveries };
}

function eventsOf(world: World, deliveries: readonly Delivery[]): unknown[] {
  return deliveries.flatMap((delivery) => {
    const webhook = world.app.webhook(delivery);
    expect(webhook.isValid()).toBe(true);
    return webhook.getEvents();
  });
}

test("channel events are signed and sent to the application's server", async () => {
  const { world, deliveries } = await startReceiver();
  const [ada, bob] = [client(world, { id: 'ada' }), client(world, { id: 'bob' })];
  const channel = await subscribe(ada, 'presence-room');
  await subscribe(bob, 'presence-room');
  const socketId = ada.connection.socket_id;
  channel.trigger('client-a', { n: 1 });
  await eventually(() => deliveries.length).toBeGreaterThan(0);
  ada.unsubscribe('presence-room');
  bob.disconnect();
  const anonymous = client(world);
  await subscribe(anonymous, 'cache-news');
  const expectEvent = (event: object) => eventually(() => eventsOf(world, deliveries)).toContainEqual(event);
  await expectEvent({ name: 'channel_occupied', channel: 'presence-room' });
  await expectEvent({ name: 'member_added', channel: 'presence-room', user_id: 'ada' });
  await expectEvent({ name: 'member_added', channel: 'presence-room', user_id: 'bob' });
  await expectEvent({
    name: 'client_event',
    channel: 'presence-room',
    event: 'client-a',
    data: '{"n":1}',
    socket_id: socketId,
    user_id: 'ada',
  });
  await expectEvent({ name: 'member_removed', channel: 'presence-room', user_id: 'ada' });
  await expectEvent({ name: 'member_removed', channel: 'presence-room', user_id: 'bob' });
  await expectEvent({ name: 'channel_vacated', channel: 'presence-room' });
  await expectEvent({ name: 'cache_miss', channel: 'cache-news' });
  await expectEvent({ name: 'subscription_count', channel: 'cache-news', subscription_count: 1 });
});

test('a rejected delivery is retried before later events are sent', async () => {
  const { world, deliveries } = await startWithRejectedDelivery();
  await eventually(() => deliveries.length).toBeGreaterThan(2);
  expect(deliveries[1]?.rawBody).toBe(deliveries[0]?.rawBody);
  expect(eventsOf(world, deliveries.slice(2))).toContainEqual({
    name: 'channel_occupied',
    channel: 'second',
  });
});

test("on shutdown, the service delivers queued webhooks and doesn't report its own disconnects", async () => {
  const { world, deliveries } = await startWithRejectedDelivery();
  await world.service.close();
  const events = eventsOf(world, deliveries.slice(1));
  for (const channel of ['first', 'second'])
    expect(events).toContainEqual({ name: 'channel_occupied', channel });
  expect(JSON.stringify(events)).not.toContain('channel_vacated');
});

test('an unresponsive receiver delays shutdown only briefly', async () => {
  const server = createServer(() => undefined);
  onTestFinished(() => server.closeAllConnections());
  const port = await listen(server);
  const requested = once(server, 'request');
  const options = { url: `http://127.0.0.1:${port}/`, key: 'key', secret: 'secret', retryMs: 1 };
  const webhooks = new Webhooks(options, pino({ enabled: false }));
  webhooks.enqueue({ name: 'channel_occupied', channel: 'first' });
  await requested;
  await webhooks.close(1);
});

test('a user channel sends no webhooks', async () => {
  const { world, deliveries } = await startReceiver();
  const ada = client(world, { id: 'ada' });
  ada.signin();
  await eventually(async () =>
    (await world.app.get({ path: '/channels/%23server-to-user-ada' })).json(),
  ).toEqual({ occupied: true });
  await subscribe(ada, 'marker');
  await eventually(() => eventsOf(world, deliveries)).toContainEqual({
    name: 'channel_occupied',
    channel: 'marker',
  });
  expect(JSON.stringify(eventsOf(world, deliveries))).not.toContain('server-to-user');
});

import { once } from 'node:events';
import { Agent } from 'node:http';
import { connect, type Socket } from 'node:net';
import Pusher from 'pusher';
import { expect, onTestFinished, test } from 'vitest';
import { APP, client, nextEvent, startWorld, subscribe, type World } from '../test-world.ts';

async function idle(world: World): Promise<Socket> {
  const socket = connect(world.port, '127.0.0.1');
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

test("new connections replace idle ones, never clients or the application's server", async () => {
  const world = await startWorld({ maxConnections: 1 });
  const channel = await subscribe(client(world), 'news');
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const app = new Pusher({ ...APP, host: '127.0.0.1', port: String(world.port), useTLS: false, agent });
  await (await app.get({ path: '/channels' })).text();
  const remaining = Object.values(agent.freeSockets).flat();

  const first = await idle(world);
  const closed = once(first, 'close');
  for (let n = 0; n < 40; n += 1) await idle(world);
  await closed;
  expect(remaining.map((socket) => socket?.destroyed)).toEqual([false]);
  const received = nextEvent(channel, 'hello');
  await world.app.trigger('news', 'hello', 1);
  expect(await received).toBe(1);
});

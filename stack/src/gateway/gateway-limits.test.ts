/** What one client can take of the gateway, by real sockets. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { echo, listen, partAt, startGateway } from './test-servers.ts';

const SOCKETS = { all: 8, strangers: 4, strangersOf: [2, 4, 4], knownOf: 4 };
const PLACES = { all: 6, strangers: 3, strangersOf: [3, 3, 3], knownOf: 3 };
const LIMITS = { sockets: SOCKETS, connections: PLACES, requests: PLACES };

const OFFICE = '203.0.113.50';

const open: WebSocket[] = [];
afterEach(() => {
  for (const socket of open.splice(0)) socket.terminate();
});

async function limitedGateway() {
  const port = await echo();
  return startGateway({
    server: partAt('server', await listen(createServer((_request, response) => void response.end('page')))),
    voice: partAt('voice', port),
    realtime: partAt('realtime', port),
    limits: LIMITS,
  });
}

/** @returns the socket, or the status that it was refused with */
async function dial(
  port: number,
  client = '203.0.113.1',
  path = '/voice/signal',
): Promise<WebSocket | number> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers: { 'x-forwarded-for': client } });
  open.push(socket);
  return new Promise((resolve) => {
    socket.once('open', () => resolve(socket));
    socket.once('unexpected-response', (_request, { statusCode }) => resolve(statusCode ?? 0));
    socket.on('error', () => undefined);
  });
}

async function answered(socket: WebSocket | number, frame: unknown): Promise<void> {
  if (typeof socket === 'number') throw new Error(`refused with ${socket}`);
  socket.send(JSON.stringify(frame));
  await once(socket, 'message');
}

const statusOf = (one: WebSocket | number) => (typeof one === 'number' ? one : 101);

it('an address has so many WebSockets, of IPv6 its whole network, and others are taken', async () => {
  const port = await limitedGateway();
  const clients = [
    '203.0.113.1',
    '203.0.113.1',
    '203.0.113.1',
    '2001:db8::1',
    '2001:db8::2:1',
    '2001:db8::3',
  ];
  const statuses = [];
  for (const client of clients) statuses.push(statusOf(await dial(port, client)));
  expect(statuses).toEqual([101, 101, 503, 101, 101, 503]);
  // All together have as many as there are places for strangers.
  expect(statusOf(await dial(port, '203.0.113.2'))).toBe(503);
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('page');
});

it.each([
  ['voice', '/voice/signal', { type: 'connected', payload: {} }],
  ['realtime', '/app/key', { event: 'pusher:signin_success' }],
  ['realtime', '/app/key', { event: 'pusher_internal:subscription_succeeded', channel: 'private-user' }],
])('a socket that the %s service has let in is no stranger any more: %s %j', async (_, path, proof) => {
  const port = await limitedGateway();
  for (let n = 0; n < SOCKETS.all; n += 1) await answered(await dial(port, OFFICE, path), proof);
  expect(statusOf(await dial(port, OFFICE, path))).toBe(503);
  open[0]?.terminate();
  await expect.poll(async () => statusOf(await dial(port, OFFICE, path))).toBe(101);
});

it.each([
  ['/voice/signal', { type: 'error', payload: { connected: true } }],
  ['/voice/signal', { type: 'ready' }],
  ['/app/key', { event: 'pusher:connection_established' }],
  ['/app/key', { event: 'pusher_internal:subscription_succeeded', channel: 'news' }],
  ['/app/key', { event: 'client-x', data: '{"event":"pusher:signin_success"}' }],
])('what a stranger can have the service say on %s proves nothing: %j', async (path, frame) => {
  const port = await limitedGateway();
  for (let n = 0; n < 2; n += 1) await answered(await dial(port, OFFICE, path), frame);
  expect(statusOf(await dial(port, OFFICE, path))).toBe(503);
});

it('a client receives what a service says together with its acceptance', async () => {
  const greeting = '{"event":"pusher:connection_established"}';
  const server = createServer().on('upgrade', ({ headers }, socket) => {
    socket.resume().on('end', () => socket.destroy());
    const accept = createHash('sha1')
      .update(`${headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
      .digest('base64');
    const answer = `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`;
    socket.write(
      Buffer.concat([Buffer.from(answer), Buffer.from([0x81, greeting.length]), Buffer.from(greeting)]),
    );
  });
  const port = await startGateway({
    server: partAt('server', 1),
    realtime: partAt('realtime', await listen(server)),
  });
  const socket = new WebSocket(`ws://127.0.0.1:${port}/app/key`);
  open.push(socket);
  const [data] = await once(socket, 'message');
  expect(String(data)).toBe(greeting);
});

it('connections that say nothing leave room for those who do', async () => {
  const port = await limitedGateway();
  const silent = Array.from({ length: 10 }, () => connect(port, '127.0.0.1').on('error', () => undefined));
  await expect.poll(() => silent.filter((socket) => socket.closed || socket.destroyed).length).toBe(4);
  silent[0]?.destroy();
  await expect
    .poll(() =>
      fetch(`http://127.0.0.1:${port}/`).then(
        (answer) => answer.ok,
        () => false,
      ),
    )
    .toBe(true);
  for (const socket of silent) socket.destroy();
});

it('what a client says of its own address does not reach the server', async () => {
  const seen: unknown[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers['x-forwarded-for']);
    response.end();
  });
  const address = Object.values((await import('node:os')).networkInterfaces())
    .flat()
    .find((one) => one && !one.internal && one.family === 'IPv4')?.address;
  const port = await startGateway({ server: partAt('server', await listen(server)) }, '0.0.0.0');
  for (const host of ['127.0.0.1', address ?? '127.0.0.1']) {
    const asked = httpRequest({ host, port, headers: { 'x-forwarded-for': '203.0.113.9' } }).end();
    const [answer] = await once(asked, 'response');
    answer.resume();
    await once(answer, 'end');
  }
  expect(seen).toEqual(['203.0.113.9', address ?? '203.0.113.9']);
});

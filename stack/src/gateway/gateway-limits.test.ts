import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { listen, startEchoServer, startGateway, upstreamAt } from './test-servers.ts';

const SOCKETS = { all: 8, unknown: 4, unknownPerNetwork: [2, 4, 4], knownPerNetwork: 4 };
const SLOTS = { all: 6, unknown: 3, unknownPerNetwork: [3, 3, 3], knownPerNetwork: 3 };
const LIMITS = { sockets: SOCKETS, connections: SLOTS, requests: SLOTS };

const OFFICE = '203.0.113.50';

const openSockets: WebSocket[] = [];
afterEach(() => {
  for (const socket of openSockets.splice(0)) socket.terminate();
});

async function startLimitedGateway() {
  const port = await startEchoServer();
  return startGateway({
    server: upstreamAt(
      'server',
      await listen(createServer((_request, response) => void response.end('page'))),
    ),
    voice: upstreamAt('voice', port),
    realtime: upstreamAt('realtime', port),
    limits: LIMITS,
  });
}

async function dial(
  port: number,
  client = '203.0.113.1',
  path = '/voice/signal',
): Promise<WebSocket | number> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers: { 'x-forwarded-for': client } });
  openSockets.push(socket);
  return new Promise((resolve) => {
    socket.once('open', () => resolve(socket));
    socket.once('unexpected-response', (_request, { statusCode }) => resolve(statusCode ?? 0));
    socket.on('error', () => undefined);
  });
}

async function waitForAnswer(socket: WebSocket | number, frame: unknown): Promise<void> {
  if (typeof socket === 'number') throw new Error(`rejected with ${socket}`);
  socket.send(JSON.stringify(frame));
  await once(socket, 'message');
}

const statusOf = (one: WebSocket | number) => (typeof one === 'number' ? one : 101);

it('WebSockets are limited per address (per network for IPv6)', async () => {
  const port = await startLimitedGateway();
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
  expect(statusOf(await dial(port, '203.0.113.2'))).toBe(503);
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('page');
});

it.each([
  ['voice', '/voice/signal', { type: 'connected', payload: {} }],
  ['realtime', '/app/key', { event: 'pusher:signin_success' }],
  ['realtime', '/app/key', { event: 'pusher_internal:subscription_succeeded', channel: 'private-user' }],
])(
  'a socket authenticated by the %s service is exempt from the limit: %s %j',
  async (_, path, authenticationFrame) => {
    const port = await startLimitedGateway();
    for (let n = 0; n < SOCKETS.all; n += 1)
      await waitForAnswer(await dial(port, OFFICE, path), authenticationFrame);
    expect(statusOf(await dial(port, OFFICE, path))).toBe(503);
    openSockets[0]?.terminate();
    await expect.poll(async () => statusOf(await dial(port, OFFICE, path))).toBe(101);
  },
);

it.each([
  ['/voice/signal', { type: 'error', payload: { connected: true } }],
  ['/voice/signal', { type: 'ready' }],
  ['/app/key', { event: 'pusher:connection_established' }],
  ['/app/key', { event: 'pusher_internal:subscription_succeeded', channel: 'news' }],
  ['/app/key', { event: 'client-x', data: '{"event":"pusher:signin_success"}' }],
])("a frame that an unknown client can provoke on %s doesn't authenticate it: %j", async (path, frame) => {
  const port = await startLimitedGateway();
  for (let n = 0; n < 2; n += 1) await waitForAnswer(await dial(port, OFFICE, path), frame);
  expect(statusOf(await dial(port, OFFICE, path))).toBe(503);
});

it('a client gets a frame that the service sends together with the upgrade', async () => {
  const greeting = '{"event":"pusher:connection_established"}';
  const server = createServer().on('upgrade', ({ headers }, socket) => {
    socket.resume().on('end', () => socket.destroy());
    const accept = createHash('sha1')
      .update(`${headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
      .digest('base64');
    const response = `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`;
    socket.write(
      Buffer.concat([Buffer.from(response), Buffer.from([0x81, greeting.length]), Buffer.from(greeting)]),
    );
  });
  const port = await startGateway({
    server: upstreamAt('server', 1),
    realtime: upstreamAt('realtime', await listen(server)),
  });
  const socket = new WebSocket(`ws://127.0.0.1:${port}/app/key`);
  openSockets.push(socket);
  const [data] = await once(socket, 'message');
  expect(String(data)).toBe(greeting);
});

it('idle connections leave room for active ones', async () => {
  const port = await startLimitedGateway();
  const silent = Array.from({ length: 10 }, () => connect(port, '127.0.0.1').on('error', () => undefined));
  await expect.poll(() => silent.filter((socket) => socket.closed || socket.destroyed).length).toBe(4);
  silent[0]?.destroy();
  await expect
    .poll(() =>
      fetch(`http://127.0.0.1:${port}/`).then(
        (response) => response.ok,
        () => false,
      ),
    )
    .toBe(true);
  for (const socket of silent) socket.destroy();
});

it("a client's own X-Forwarded-For doesn't reach the server", async () => {
  const seen: unknown[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers['x-forwarded-for']);
    response.end();
  });
  const address = Object.values((await import('node:os')).networkInterfaces())
    .flat()
    .find((one) => one && !one.internal && one.family === 'IPv4')?.address;
  const port = await startGateway({ server: upstreamAt('server', await listen(server)) }, '0.0.0.0');
  for (const host of ['127.0.0.1', address ?? '127.0.0.1']) {
    const request = httpRequest({ host, port, headers: { 'x-forwarded-for': '203.0.113.9' } }).end();
    const [response] = await once(request, 'response');
    response.resume();
    await once(response, 'end');
  }
  expect(seen).toEqual(['203.0.113.9', address ?? '203.0.113.9']);
});

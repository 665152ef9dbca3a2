/** Strangers flood the gateway from many addresses, by real sockets, while an agent works. */
import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { it as always, expect, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { echo, listen, partAt, startGateway } from './test-servers.ts';

/** Other systems have one loopback address. */
const it = always.skipIf(process.platform !== 'linux');

const halved = { all: 40, strangers: 20, strangersOf: [5, 8, 10], knownOf: 12 };
const LIMITS = {
  sockets: { all: 40, strangers: 20, strangersOf: [5, 8, 10], knownOf: 12 },
  connections: { ...halved, all: 120, strangers: 60, strangersOf: [30, 60, 60] },
  requests: { ...halved, strangersOf: [5, 20, 20] },
};
const AGENT = '127.1.0.1';
const SESSION = { cookie: 'offhook_session=of-the-agent' };
/** Each in a network of its own, as far as this machine's addresses go. */
const CROWD = Array.from({ length: 30 }, (_, index) => `127.${index + 10}.0.9`);

/** A server that knows one session, and one path that it never answers. */
async function floodedGateway(): Promise<number> {
  const server = createServer((request, response) => {
    if (request.url === '/never') return;
    if (request.headers.cookie === SESSION.cookie) response.setHeader('x-offhook-known-client', '1');
    response.end(`page for ${request.headers['x-forwarded-for']}`);
  });
  return startGateway({
    server: partAt('server', await listen(server)),
    voice: partAt('voice', await echo()),
    limits: LIMITS,
  });
}

async function ask(port: number, from: string, headers: Record<string, string> = {}, path = '/page') {
  const asked = httpRequest({
    host: '127.0.0.1',
    port,
    localAddress: from,
    path,
    headers,
    agent: false,
  }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, text: await text(answer), headers: answer.headers };
}

const statusOf = (port: number, from: string, headers?: Record<string, string>) =>
  ask(port, from, headers).then(
    ({ status }) => status,
    (error: NodeJS.ErrnoException) => error.code,
  );

/** @returns 101 when it was let in, and that it gets an answer */
async function dial(port: number, from: string, headers: Record<string, string> = {}): Promise<number> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/voice/signal`, { localAddress: from, headers });
  onTestFinished(() => socket.terminate());
  socket.on('error', () => undefined);
  const status = await Promise.race([
    once(socket, 'open').then(() => 101),
    once(socket, 'unexpected-response').then(([, answer]) => Number(answer.statusCode)),
  ]);
  if (status !== 101) return status;
  socket.send('{"type":"hello"}');
  await once(socket, 'message');
  return status;
}

function open(port: number, from: string, said: string): Socket {
  const socket = connect({ host: '127.0.0.1', port, localAddress: from }, () => socket.write(said));
  onTestFinished(() => void socket.destroy());
  return socket.on('error', () => undefined);
}

/** Waits until none of them is refused or let go any more. */
async function settled(sockets: readonly Socket[], left: number): Promise<void> {
  await expect.poll(() => sockets.filter((one) => !one.destroyed && !one.closed).length).toBe(left);
}

it('connections that say nothing, from many addresses, keep out neither the agent nor who comes new', async () => {
  const port = await floodedGateway();
  expect((await ask(port, AGENT, SESSION)).status).toBe(200);
  const half = 'GET / HTTP/1.1\r\nHost: x\r\nX-Half: ';
  const silent = CROWD.flatMap((from) => Array.from({ length: 20 }, () => open(port, from, half)));
  await settled(silent, LIMITS.connections.strangers);
  expect(await statusOf(port, AGENT)).toBe(200);
  expect(await dial(port, AGENT)).toBe(101);
  expect(await statusOf(port, '127.200.0.1')).toBe(200);
  // The agent's phone has another address by now.
  expect(await dial(port, '127.2.0.1', SESSION)).toBe(101);
});

it('requests in flight from many addresses leave the agent theirs', async () => {
  const port = await floodedGateway();
  expect((await ask(port, AGENT, SESSION)).status).toBe(200);
  const text = 'GET /never HTTP/1.1\r\nHost: x\r\n\r\n';
  const flood = CROWD.flatMap((from) => [open(port, from, text), open(port, from, text)]);
  const refused = (socket: Socket) => once(socket, 'data').then(([said]) => String(said).slice(9, 12));
  const statuses: string[] = [];
  for (const socket of flood) void refused(socket).then((status) => statuses.push(status));
  await expect.poll(() => statuses.length).toBe(flood.length - LIMITS.requests.strangers);
  expect(new Set(statuses)).toEqual(new Set(['503']));
  expect(await statusOf(port, '127.200.0.1')).toBe(503);
  expect(await statusOf(port, AGENT)).toBe(200);
  expect(await dial(port, AGENT)).toBe(101);
  // From elsewhere, by the session alone.
  expect(await statusOf(port, '127.2.0.1', SESSION)).toBe(200);
  expect(await statusOf(port, '127.3.0.1', { cookie: 'offhook_session=invented' })).toBe(503);
});

it('WebSockets from many addresses leave the agent theirs', async () => {
  const port = await floodedGateway();
  expect((await ask(port, AGENT, SESSION)).status).toBe(200);
  const statuses = await Promise.all(CROWD.map((from) => dial(port, from)));
  expect(statuses.filter((status) => status === 101).length).toBe(LIMITS.sockets.strangers);
  expect(await dial(port, '127.200.0.1')).toBe(503);
  for (let again = 0; again < 3; again += 1) expect(await dial(port, AGENT)).toBe(101);
  expect(await dial(port, '127.2.0.1', SESSION)).toBe(101);
});

it('WebSockets from all /64s of one /56 leave strangers of other networks theirs', async () => {
  const port = await floodedGateway();
  const from = (client: string) => dial(port, '127.0.0.1', { 'x-forwarded-for': client });
  const statuses = [];
  for (let n = 0; n < 24; n += 1) statuses.push(await from(`2001:db8:0:${n.toString(16)}::1`));
  expect(statuses.filter((status) => status === 101).length).toBe(8);
  expect(await from('2001:db8:7::1')).toBe(101);
});

it('what the server says of a client stays between the two', async () => {
  const port = await floodedGateway();
  const { headers, text } = await ask(port, AGENT, SESSION);
  expect(text).toBe(`page for ${AGENT}`);
  expect(Object.keys(headers)).not.toContain('x-offhook-known-client');
});

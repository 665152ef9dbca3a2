/** Unknown clients flood the gateway from many addresses over real sockets while an agent works. */
import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, it as vitestIt } from 'vitest';
import { WebSocket } from 'ws';
import { listen, startEchoServer, startGateway, upstreamAt } from './test-servers.ts';

// Other systems have only one loopback address.
const it = vitestIt.skipIf(process.platform !== 'linux');

const half = { all: 40, unknown: 20, unknownPerNetwork: [5, 8, 10], knownPerNetwork: 12 };
const LIMITS = {
  sockets: { all: 40, unknown: 20, unknownPerNetwork: [5, 8, 10], knownPerNetwork: 12 },
  connections: { ...half, all: 120, unknown: 60, unknownPerNetwork: [30, 60, 60] },
  requests: { ...half, unknownPerNetwork: [5, 20, 20] },
};
const AGENT = '127.1.0.1';
const SESSION = { cookie: 'offhook_session=of-the-agent' };
const CROWD = Array.from({ length: 30 }, (_, index) => `127.${index + 10}.0.9`);

async function startFloodedGateway(): Promise<number> {
  const server = createServer((request, response) => {
    if (request.url === '/never') return;
    if (request.headers.cookie === SESSION.cookie) response.setHeader('x-offhook-known-client', '1');
    response.end(`page for ${request.headers['x-forwarded-for']}`);
  });
  return startGateway({
    server: upstreamAt('server', await listen(server)),
    voice: upstreamAt('voice', await startEchoServer()),
    limits: LIMITS,
  });
}

async function sendRequest(port: number, from: string, headers: Record<string, string> = {}, path = '/page') {
  const request = httpRequest({
    host: '127.0.0.1',
    port,
    localAddress: from,
    path,
    headers,
    agent: false,
  }).end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return { status: response.statusCode, text: await text(response), headers: response.headers };
}

const statusOf = (port: number, from: string, headers?: Record<string, string>) =>
  sendRequest(port, from, headers).then(
    ({ status }) => status,
    (error: NodeJS.ErrnoException) => error.code,
  );

async function dial(port: number, from: string, headers: Record<string, string> = {}): Promise<number> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/voice/signal`, { localAddress: from, headers });
  onTestFinished(() => socket.terminate());
  socket.on('error', () => undefined);
  const status = await Promise.race([
    once(socket, 'open').then(() => 101),
    once(socket, 'unexpected-response').then(([, response]) => Number(response.statusCode)),
  ]);
  if (status !== 101) return status;
  socket.send('{"type":"hello"}');
  await once(socket, 'message');
  return status;
}

function openSocket(port: number, from: string, data: string): Socket {
  const socket = connect({ host: '127.0.0.1', port, localAddress: from }, () => socket.write(data));
  onTestFinished(() => void socket.destroy());
  return socket.on('error', () => undefined);
}

async function waitForOpenCount(sockets: readonly Socket[], count: number): Promise<void> {
  await expect.poll(() => sockets.filter((one) => !one.destroyed && !one.closed).length).toBe(count);
}

it('idle connections from many addresses lock out neither the agent nor new clients', async () => {
  const port = await startFloodedGateway();
  expect((await sendRequest(port, AGENT, SESSION)).status).toBe(200);
  const partialRequest = 'GET / HTTP/1.1\r\nHost: x\r\nX-Half: ';
  const silent = CROWD.flatMap((from) =>
    Array.from({ length: 20 }, () => openSocket(port, from, partialRequest)),
  );
  await waitForOpenCount(silent, LIMITS.connections.unknown);
  expect(await statusOf(port, AGENT)).toBe(200);
  expect(await dial(port, AGENT)).toBe(101);
  expect(await statusOf(port, '127.200.0.1')).toBe(200);
  expect(await dial(port, '127.2.0.1', SESSION)).toBe(101);
});

it("the agent's requests are served despite requests in flight from many addresses", async () => {
  const port = await startFloodedGateway();
  expect((await sendRequest(port, AGENT, SESSION)).status).toBe(200);
  const text = 'GET /never HTTP/1.1\r\nHost: x\r\n\r\n';
  const flood = CROWD.flatMap((from) => [openSocket(port, from, text), openSocket(port, from, text)]);
  const rejection = (socket: Socket) => once(socket, 'data').then(([data]) => String(data).slice(9, 12));
  const statuses: string[] = [];
  for (const socket of flood) void rejection(socket).then((status) => statuses.push(status));
  await expect.poll(() => statuses.length).toBe(flood.length - LIMITS.requests.unknown);
  expect(new Set(statuses)).toEqual(new Set(['503']));
  expect(await statusOf(port, '127.200.0.1')).toBe(503);
  expect(await statusOf(port, AGENT)).toBe(200);
  expect(await dial(port, AGENT)).toBe(101);
  expect(await statusOf(port, '127.2.0.1', SESSION)).toBe(200);
  expect(await statusOf(port, '127.3.0.1', { cookie: 'offhook_session=invented' })).toBe(503);
});

it("the agent's WebSockets are accepted despite WebSockets from many addresses", async () => {
  const port = await startFloodedGateway();
  expect((await sendRequest(port, AGENT, SESSION)).status).toBe(200);
  const statuses = await Promise.all(CROWD.map((from) => dial(port, from)));
  expect(statuses.filter((status) => status === 101).length).toBe(LIMITS.sockets.unknown);
  expect(await dial(port, '127.200.0.1')).toBe(503);
  for (let again = 0; again < 3; again += 1) expect(await dial(port, AGENT)).toBe(101);
  expect(await dial(port, '127.2.0.1', SESSION)).toBe(101);
});

it("WebSockets from all /64s of a /56 don't lock out other networks", async () => {
  const port = await startFloodedGateway();
  const from = (client: string) => dial(port, '127.0.0.1', { 'x-forwarded-for': client });
  const statuses = [];
  for (let n = 0; n < 24; n += 1) statuses.push(await from(`2001:db8:0:${n.toString(16)}::1`));
  expect(statuses.filter((status) => status === 101).length).toBe(8);
  expect(await from('2001:db8:7::1')).toBe(101);
});

it("the server's header about a known client isn't sent to the client", async () => {
  const port = await startFloodedGateway();
  const { headers, text } = await sendRequest(port, AGENT, SESSION);
  expect(text).toBe(`page for ${AGENT}`);
  expect(Object.keys(headers)).not.toContain('x-offhook-known-client');
});

import { createServer, type Server, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type Socket, type Server as TcpServer } from 'node:net';
import { text } from 'node:stream/consumers';
import twilio from 'twilio';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { WebRequestError } from './request.ts';
import { Webhook } from './webhook.ts';

const servers: (Server | TcpServer)[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) {
    if ('closeAllConnections' in server) server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function listen(server: Server | TcpServer): Promise<string> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
}

const webhook = new Webhook('token', null, new AbortController().signal);

test.each([
  ['a server error is not retried', '', 1],
  ['a server error is retried if the fragment requests it', '#rc=3&rp=5xx', 4],
])('%s', async (_, fragment, attempts) => {
  let count = 0;
  const origin = await listen(
    createServer((_request, response) => {
      count += 1;
      response.writeHead(503).end();
    }),
  );
  const answer = await webhook.call(`${origin}/x${fragment}`, 'POST', [['A', '1']], 1_000, 'callback');
  expect([answer.status, count]).toEqual([503, attempts]);
});

test('a failed connection is retried once', async () => {
  let count = 0;
  const origin = await listen(
    createTcpServer((socket) => {
      count += 1;
      socket.destroy();
    }),
  );
  await expect(webhook.call(`${origin}/`, 'POST', [], 1_000, 'callback')).rejects.toMatchObject({
    kind: 'ct',
  });
  expect(count).toBe(2);
});

test('a stop ends a request without a response, and it isn’t retried', async () => {
  let count = 0;
  const stop = new AbortController();
  const stopped = new Webhook('token', null, stop.signal);
  const origin = await listen(
    createServer(() => {
      count += 1;
      stop.abort();
    }),
  );
  await expect(stopped.call(`${origin}/`, 'POST', [], 1_000, 'callback')).rejects.toMatchObject({
    kind: 'ct',
  });
  await expect(stopped.call(`${origin}/`, 'POST', [], 1_000, 'callback')).rejects.toMatchObject({
    kind: 'ct',
  });
  expect(count).toBe(1);
});

test('many requests at once cause no warning', async () => {
  const warnings: Error[] = [];
  const collect = (warning: Error) => void warnings.push(warning);
  process.on('warning', collect);
  onTestFinished(() => void process.off('warning', collect));
  const held: ServerResponse[] = [];
  const origin = await listen(
    createServer((_request, response) => {
      held.push(response);
      if (held.length === 20) for (const each of held) each.end();
    }),
  );
  const busy = new Webhook('token', null, new AbortController().signal);
  await Promise.all(Array.from({ length: 20 }, () => busy.call(`${origin}/`, 'POST', [], 5_000, 'callback')));
  expect(warnings).toEqual([]);
});

test('a missing response times out after the time in the fragment', async () => {
  const sockets: Socket[] = [];
  const origin = await listen(createTcpServer((socket) => sockets.push(socket)));
  const startedAt = performance.now();
  await expect(webhook.call(`${origin}/#rt=200`, 'POST', [], 1_000, 'callback')).rejects.toMatchObject({
    kind: 'rt',
  });
  expect(performance.now() - startedAt).toBeLessThan(14_000);
  for (const socket of sockets) socket.destroy();
});

test('a response that is too long is rejected', async () => {
  const origin = await listen(createServer((_request, response) => response.end('x'.repeat(5_000))));
  await expect(webhook.call(`${origin}/`, 'GET', [], 1_000, 'callback')).rejects.toMatchObject({
    kind: 'size',
  });
});

test.each(['GET', 'POST'] as const)('the official SDK accepts the signature of a %s', async (method) => {
  const seen: boolean[] = [];
  const origin = await listen(
    createServer(async (request, response) => {
      const url = `http://${request.headers.host}${request.url}`;
      const params = Object.fromEntries(new URLSearchParams(await text(request)));
      seen.push(twilio.validateRequest('token', String(request.headers['x-twilio-signature']), url, params));
      response.end();
    }),
  );
  const params = [
    ['To', '+14155550100'],
    ['Name', 'Jörg & Co'],
  ] as const;
  await webhook.call(`${origin}/x?a=1#rc=1`, method, params, 1_000, 'callback');
  expect(seen).toEqual([true]);
});

test('redirects are followed up to a limit', async () => {
  const origin = await listen(
    createServer((request, response) => {
      if (request.url === '/loop') response.writeHead(302, { location: '/loop' }).end();
      else if (request.url === '/start') response.writeHead(302, { location: '/end' }).end();
      else response.end(request.method);
    }),
  );
  expect((await webhook.call(`${origin}/start`, 'POST', [], 1_000, 'callback')).body.toString()).toBe('GET');
  await expect(webhook.call(`${origin}/loop`, 'POST', [], 1_000, 'callback')).rejects.toBeInstanceOf(
    WebRequestError,
  );
});

import { once } from 'node:events';
import { createServer, type RequestListener, request } from 'node:http';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { createGateway, type Part } from './gateway.ts';
import { listen, partAt } from './test-servers.ts';

/** The address of a gateway before a server that answers so. */
async function before(
  answer: RequestListener,
  ready: Part['ready'] = async () => undefined,
): Promise<string> {
  const server = { ...partAt('server', await listen(createServer(answer))), ready };
  const gateway = createGateway({ server, handset: false, isOwnOrigin: () => true });
  return `http://127.0.0.1:${await listen(gateway)}`;
}

it('hands a request on, says who asked, and keeps the connection longer than proxies do', async () => {
  const url = await before((request, response) => {
    response.setHeader('keep-alive', 'timeout=1');
    response.end(`${request.method} ${request.url} for ${request.headers['x-forwarded-for']}`);
  });
  const answer = await fetch(`${url}/some/path?with=query`, { method: 'PUT' });
  expect(await answer.text()).toBe('PUT /some/path?with=query for 127.0.0.1');
  const [, seconds] = /timeout=(\d+)/.exec(answer.headers.get('keep-alive') ?? '') ?? [];
  expect(Number(seconds)).toBeGreaterThan(60);
});

it('answers 503 with a sentence when the server dies on a request, and takes the next one', async () => {
  const url = await before((request, response) => {
    if (request.url === '/dies') request.socket.destroy();
    else response.end('lives');
  });
  const answer = await fetch(`${url}/dies`);
  expect(answer.status).toBe(503);
  expect(await answer.json()).toEqual({
    success: false,
    error: 'Something went wrong. Please try again.',
  });
  expect(await (await fetch(`${url}/lives`)).text()).toBe('lives');
});

it.each([
  ['all is well', undefined, null, 200],
  ['the voice service is away', 'voice', null, 503],
  ['the voice service does not answer', 'voice', 'voice', 503],
  ['the voice service lacks a part', 'media', 'media', 503],
])('says on /healthz and /readyz when %s', async (_, error, fault, status) => {
  const answers = createServer((_request, response) => void response.end('{"success":true}'));
  const gateway = createGateway({
    server: partAt('server', await listen(answers)),
    voice: { ...partAt('voice', error === 'voice' && fault === null ? undefined : 1), fault },
    handset: false,
    isOwnOrigin: () => true,
  });
  const url = `http://127.0.0.1:${await listen(gateway)}`;
  for (const path of ['/healthz', '/readyz']) {
    const answer = await fetch(url + path);
    expect([answer.status, await answer.json()]).toEqual([
      status,
      status === 200 ? { success: true } : { success: false, error },
    ]);
  }
});

it('lets a request wait while the server starts again, and refuses it when it does not come', async () => {
  let go: () => void = () => undefined;
  let asked = 0;
  const started = new Promise<void>((resolve) => {
    go = resolve;
  });
  const url = await before(
    (_request, response) => void response.end('lives'),
    () => {
      asked += 1;
      return asked === 1 ? started : Promise.reject(new Error('not ready'));
    },
  );
  const waits = fetch(`${url}/`);
  await expect.poll(() => asked).toBe(1);
  go();
  expect(await (await waits).text()).toBe('lives');
  expect((await fetch(`${url}/`)).status).toBe(503);
});

it('hands on the refusal of a body that does not end, and ends the connection', async () => {
  const url = await before((request, response) => {
    response.writeHead(413, { 'content-length': 9 }).write('too large');
    request.resume();
  });
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n');
  expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1.1 413 .*too large/s);
  // More than the operating system takes unread, and no end of it.
  const failed = await new Promise((resolve) =>
    socket.write(`1000000\r\n${'x'.repeat(8 * 1024 * 1024)}`, resolve),
  );
  expect(failed ?? null).toBeNull();
  await once(socket, 'close');
});

it.each([
  ['of its own pages', 'https://phone.example', 101],
  ['without an origin, as programs open it', undefined, 101],
  ['of a foreign page', 'https://evil.example', 403],
])('answers a WebSocket %s', async (_whose, origin, status) => {
  const realtime = createServer();
  realtime.on('upgrade', (_request, socket) =>
    socket.end('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'),
  );
  const gateway = createGateway({
    server: partAt('server', undefined),
    realtime: partAt('realtime', await listen(realtime)),
    handset: false,
    isOwnOrigin: (given) => given === 'https://phone.example',
  });
  const asked = request({
    port: await listen(gateway),
    path: '/app/key',
    headers: { connection: 'upgrade', upgrade: 'websocket', ...(origin ? { origin } : {}) },
  }).end();
  const [response] = await Promise.race([once(asked, 'upgrade'), once(asked, 'response')]);
  expect(response.statusCode).toBe(status);
  asked.destroy();
});

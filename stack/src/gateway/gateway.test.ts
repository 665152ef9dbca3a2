import { once } from 'node:events';
import { createServer, type RequestListener, request } from 'node:http';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import type { Upstream } from './gateway.ts';
import { listen, startGateway, upstreamAt } from './test-servers.ts';

async function startGatewayFor(
  handler: RequestListener,
  ready: Upstream['ready'] = async () => undefined,
): Promise<string> {
  const port = await listen(createServer(handler));
  return `http://127.0.0.1:${await startGateway({ server: { name: 'server', port, ready } })}`;
}

it("the gateway forwards a request with the client's address and keeps the connection alive longer than proxies do", async () => {
  const url = await startGatewayFor((request, response) => {
    response.setHeader('keep-alive', 'timeout=1');
    response.end(`${request.method} ${request.url} for ${request.headers['x-forwarded-for']}`);
  });
  const response = await fetch(`${url}/some/path?with=query`, { method: 'PUT' });
  expect(await response.text()).toBe('PUT /some/path?with=query for 127.0.0.1');
  const [, seconds] = /timeout=(\d+)/.exec(response.headers.get('keep-alive') ?? '') ?? [];
  expect(Number(seconds)).toBeGreaterThan(60);
});

it('the gateway answers 503 if the server dies during a request, and forwards the next one', async () => {
  const url = await startGatewayFor((request, response) => {
    if (request.url === '/dies') request.socket.destroy();
    else response.end('lives');
  });
  const response = await fetch(`${url}/dies`);
  expect(response.status).toBe(503);
  expect(await response.json()).toEqual({
    success: false,
    error: 'Something went wrong. Please try again.',
    code: 'unavailable',
  });
  expect(await (await fetch(`${url}/lives`)).text()).toBe('lives');
});

it('the gateway answers 503 in the language that the request accepts', async () => {
  const url = await startGatewayFor((request) => void request.socket.destroy());
  const response = await fetch(url, { headers: { 'accept-language': 'es-MX,es;q=0.9,en;q=0.8' } });
  expect(await response.json()).toMatchObject({ error: 'Algo salió mal. Vuelve a intentarlo.' });
  expect([response.headers.get('content-language'), response.headers.get('vary')]).toEqual([
    'es',
    'Accept-Language',
  ]);
});

it('the gateway shows the page of a form that wasn’t sent to a browser, and JSON to a script', async () => {
  const url = await startGatewayFor((request) => void request.socket.destroy());
  const send = (accept: string) =>
    fetch(`${url}/api/v1/forms/form_1`, {
      method: 'POST',
      headers: { accept, 'accept-language': 'es' },
      body: new URLSearchParams({ phone_number: '+14155550100' }),
    });
  const shown = await send('text/html,*/*;q=0.8');
  expect([shown.status, shown.headers.get('retry-after'), shown.headers.get('content-type')]).toEqual([
    503,
    '1',
    'text/html; charset=utf-8',
  ]);
  expect(await shown.text()).toContain('<h1>No se enviaron tus datos</h1>');
  const read = await send('*/*');
  expect([read.status, await read.json()]).toMatchObject([503, { success: false, code: 'unavailable' }]);
});

it.each([
  ['en-US', 'en', 'Offhook is busy. Try again in a few seconds.'],
  ['es-MX', 'es', 'Offhook está ocupado. Vuelve a intentarlo en unos segundos.'],
])('a gateway at its request limit rejects a request in the language %s', async (tag, language, error) => {
  const none = { all: 0, unknown: 0, unknownPerNetwork: [0, 0, 0], knownPerNetwork: 0 };
  const some = { all: 9, unknown: 9, unknownPerNetwork: [9, 9, 9], knownPerNetwork: 9 };
  const limits = { sockets: some, connections: some, requests: none };
  const url = `http://127.0.0.1:${await startGateway({ server: upstreamAt('server', 1), limits })}`;
  const response = await fetch(url, { headers: { 'accept-language': tag } });
  expect(response.status).toBe(503);
  expect(await response.json()).toEqual({ success: false, error, code: 'unavailable' });
  expect(response.headers.get('content-language')).toBe(language);
});

it.each([
  ['all services work', undefined, null, 200],
  ['the voice service is not running', 'voice', null, 503],
  ["the voice service doesn't answer", 'voice', 'voice', 503],
  ['the media process is missing', 'media', 'media', 503],
])('the gateway reports on /healthz and /readyz: %s', async (_, error, fault, status) => {
  const answers = createServer((_request, response) => void response.end('{"success":true}'));
  const port = await startGateway({
    server: upstreamAt('server', await listen(answers)),
    voice: { ...upstreamAt('voice', error === 'voice' && fault === null ? undefined : 1), fault },
  });
  const url = `http://127.0.0.1:${port}`;
  for (const path of ['/healthz', '/readyz']) {
    const response = await fetch(url + path);
    expect([response.status, await response.json()]).toEqual([
      status,
      status === 200 ? { success: true } : { success: false, error, code: 'unavailable' },
    ]);
  }
});

it("the gateway holds a request while the server restarts, and rejects it if the server doesn't come back", async () => {
  let release: () => void = () => undefined;
  let calls = 0;
  const started = new Promise<void>((resolve) => {
    release = resolve;
  });
  const url = await startGatewayFor(
    (_request, response) => void response.end('lives'),
    () => {
      calls += 1;
      return calls === 1 ? started : Promise.reject(new Error('not ready'));
    },
  );
  const heldRequest = fetch(`${url}/`);
  await expect.poll(() => calls).toBe(1);
  release();
  expect(await (await heldRequest).text()).toBe('lives');
  expect((await fetch(`${url}/`)).status).toBe(503);
});

it('the gateway forwards the response to an unfinished body, and closes the connection', async () => {
  const url = await startGatewayFor((request, response) => {
    response.writeHead(413, { 'content-length': 9 }).write('too large');
    request.resume();
  });
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n');
  expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1.1 413 .*too large/s);
  const failed = await new Promise((resolve) =>
    socket.write(`1000000\r\n${'x'.repeat(8 * 1024 * 1024)}`, resolve),
  );
  expect(failed ?? null).toBeNull();
  await once(socket, 'close');
});

it.each([
  ['from its own pages', 'https://phone.example', 101],
  ['without an origin (not from a browser)', undefined, 101],
  ['from another site', 'https://evil.example', 403],
])('the gateway answers a WebSocket request %s', async (_, origin, status) => {
  const realtime = createServer();
  realtime.on('upgrade', (_request, socket) =>
    socket.end('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'),
  );
  const port = await startGateway({
    server: upstreamAt('server', undefined),
    realtime: upstreamAt('realtime', await listen(realtime)),
    isOwnOrigin: (candidate) => candidate === 'https://phone.example',
  });
  const upgrade = request({
    port,
    path: '/app/key',
    headers: { connection: 'upgrade', upgrade: 'websocket', ...(origin ? { origin } : {}) },
  }).end();
  const [response] = await Promise.race([once(upgrade, 'upgrade'), once(upgrade, 'response')]);
  expect(response.statusCode).toBe(status);
  upgrade.destroy();
});

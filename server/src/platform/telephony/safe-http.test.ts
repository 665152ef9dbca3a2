import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { serve } from '../../testing/servers/local.ts';
import { createSafeHttp, isPrivateAddress } from './safe-http.ts';

it('non-public addresses are recognized in every notation', () => {
  const private_ = [
    '127.0.0.1',
    '127.9.9.9',
    '0.0.0.0',
    '10.1.2.3',
    '172.31.255.255',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '192.0.0.1',
    '192.0.2.1',
    '192.88.99.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '255.255.255.255',
  ];
  const private6 = [
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    '::ffff:127.0.0.1',
    '::ffff:a00:1',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '::ffff:0:127.0.0.1',
    '2001::1',
    '2001:2::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '100::1',
    '100:0:0:1::1',
    '3fff::1',
    '5f00::1',
    'fec0::1',
    'ff02::1',
    '4000::1',
  ];
  const open = ['93.184.215.14', '172.32.0.1', '192.169.0.1', '2606:4700::1111', '::ffff:93.184.215.14'];
  expect([...private_, ...private6].filter((one) => !isPrivateAddress(one))).toEqual([]);
  expect(open.filter(isPrivateAddress)).toEqual([]);
  expect(isPrivateAddress('no address')).toBe(true);
});

it('this machine is never contacted in production, by address or by name', async () => {
  let requestCount = 0;
  const server = createServer((_request, response) => {
    requestCount += 1;
    response.end('here');
  });
  server.listen(0);
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const send = (http: ReturnType<typeof createSafeHttp>, host: string) =>
    http.send({ method: 'POST', url: `http://${host}:${port}/`, headers: {}, body: '{}' });
  const strict = createSafeHttp(false);
  const rejected = { ok: false, error: 'The URL is on a private network. Use a public URL.' };
  for (const host of ['127.0.0.1', 'localhost', '2130706433', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]'])
    expect([host, await send(strict, host)]).toEqual([host, rejected]);
  expect(requestCount).toBe(0);
  expect(await send(createSafeHttp(true), '127.0.0.1')).toEqual({ ok: true, status: 200, body: 'here' });
});

it('only the addresses checked in a single DNS lookup are connected to', async () => {
  let lookups = 0;
  const rebinding: NonNullable<Parameters<typeof createSafeHttp>[2]> = (_name, _options, done) => {
    lookups += 1;
    done(null, [{ address: lookups === 1 ? '192.0.2.1' : '127.0.0.1', family: 4 }]);
  };
  const send = (resolve: typeof rebinding) =>
    createSafeHttp(false, 200, resolve).send({
      method: 'GET',
      url: 'http://rebind.example/',
      headers: {},
      body: '',
    });
  const rejected = { ok: false, error: 'The URL is on a private network. Use a public URL.' };
  const both = [
    { address: '93.184.215.14', family: 4 },
    { address: '10.0.0.1', family: 4 },
  ];
  expect(await send((_name, _options, done) => done(null, both))).toEqual(rejected);
  expect(await send(rebinding)).toEqual(rejected);
  expect(lookups).toBe(1);
});

it('redirects aren’t followed, endless bodies are truncated, and errors are described', async () => {
  const base = await serve((request, response) => {
    if (request.url === '/elsewhere') return response.writeHead(302, { location: '/taken' }).end();
    if (request.url === '/cut') return request.socket.destroy();
    response.writeHead(200);
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(10_000)));
    };
    response.on('drain', more);
    return more();
  });
  const send = (url: string) => createSafeHttp(true).send({ method: 'POST', url, headers: {}, body: '{}' });
  expect(await send(`${base}/elsewhere`)).toMatchObject({ ok: true, status: 302 });
  expect(await send(`${base}/cut`)).toEqual({ ok: false, error: 'The connection failed: ECONNRESET' });
  const endless = await send(`${base}/endless`);
  expect(endless.ok && endless.body.length).toBe(64 * 1024);
  expect(await send('no address')).toEqual({ ok: false, error: 'The URL isn’t valid. Check it.' });
});

import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { API_ERRORS, ApiError } from '../platform/http/api-error.ts';
import { demoRoutes } from './demo.ts';
import type { DemoNetwork } from './simulated-network.ts';

function server() {
  const called: string[][] = [];
  const done = async () => ({ ok: true, value: { lines: [] } }) as const;
  const network: DemoNetwork = {
    call: async (from, to) => {
      called.push([from, to]);
      return { ok: true, value: { call_sid: 'CA1' } };
    },
    hangUp: async () => ({ ok: false, kind: 'gone', code: null, message: 'no such call' }),
    lines: done,
    messages: async () => ({ ok: false, kind: 'unreachable', code: null, message: 'down' }),
  };
  const app = Fastify();
  app.setErrorHandler((error, _request, reply) =>
    reply.code(error instanceof ApiError ? API_ERRORS[error.code].status : 500).send({ success: false }),
  );
  demoRoutes(app, network, 'https://phone.example');
  return { app, called };
}

const OWN = 'https://phone.example';
const CALL = { from: '+14155550100', to: '+14155550199' };
const calls: readonly [string, object, Record<string, string>, number][] = [
  ['places a call', CALL, {}, 200],
  [
    'accepts a request from our own page',
    CALL,
    { origin: 'http://localhost:8080', host: 'localhost:8080' },
    200,
  ],
  ['accepts a request from the page at the public URL', CALL, { origin: OWN, host: 'phone.example' }, 200],
  ['accepts a request without an origin', CALL, { host: '127.0.0.1:8080' }, 200],
  ['rejects DNS rebinding', CALL, { origin: 'http://evil.test:8080', host: 'evil.test:8080' }, 403],
  ['rejects another host', CALL, { host: 'evil.test' }, 403],
  ['rejects a host that starts with localhost', CALL, { host: 'localhost.evil.test' }, 403],
  ['rejects a page from another site', CALL, { origin: 'https://evil.test', host: 'localhost:8080' }, 403],
  ['rejects an invalid origin', CALL, { origin: 'null', host: 'localhost:8080' }, 403],
  ['rejects an invalid number', { ...CALL, to: '911' }, {}, 422],
  ['rejects an empty body', {}, {}, 422],
];

describe('the demo routes', () => {
  it.each(calls)('%s', async (_title, payload, headers, status) => {
    const { app, called } = server();
    const response = await app.inject({ method: 'POST', url: '/demo/calls', payload, headers });
    expect(response.statusCode).toBe(status);
    expect(called).toEqual(status === 200 ? [[CALL.from, CALL.to]] : []);
  });

  it('hangs up only existing calls', async () => {
    const { app } = server();
    const url = (sid: string) => ({ method: 'POST', url: `/demo/calls/${sid}/hangup` }) as const;
    expect((await app.inject(url('..%2F..'))).statusCode).toBe(404);
    expect((await app.inject(url(`CA${'0'.repeat(32)}`))).statusCode).toBe(422);
  });

  it.each(['/demo/lines', '/demo/messages'])('protects %s from DNS rebinding', async (url) => {
    const { app } = server();
    expect((await app.inject({ url, headers: { host: 'evil.test' } })).statusCode).toBe(403);
  });

  it('returns active lines, and 503 if the network is down', async () => {
    const { app } = server();
    expect((await app.inject('/demo/lines')).json()).toEqual({ lines: [] });
    expect((await app.inject('/demo/messages')).statusCode).toBe(503);
  });
});

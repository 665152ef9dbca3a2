import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { API_ERRORS, ApiError } from '../platform/http/api-error.ts';
import { demoRoutes } from './demo.ts';
import type { DemoNetwork } from './demo-network.ts';

/** Records who was called; the real network is judged with the voice service. */
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
const WISH = { from: '+14155550100', to: '+14155550199' };
const calls: readonly [string, object, Record<string, string>, number][] = [
  ['rings a number', WISH, {}, 200],
  ['is asked by our own page', WISH, { origin: 'http://localhost:8080', host: 'localhost:8080' }, 200],
  ['is asked by the page of the public address', WISH, { origin: OWN, host: 'phone.example' }, 200],
  ['is asked by a program', WISH, { host: '127.0.0.1:8080' }, 200],
  [
    'refuses a page whose name leads here',
    WISH,
    { origin: 'http://evil.test:8080', host: 'evil.test:8080' },
    403,
  ],
  ['refuses a program that asks for another host', WISH, { host: 'evil.test' }, 403],
  ['refuses a host that begins like this machine', WISH, { host: 'localhost.evil.test' }, 403],
  ['refuses another site’s page', WISH, { origin: 'https://evil.test', host: 'localhost:8080' }, 403],
  ['refuses what is no origin', WISH, { origin: 'null', host: 'localhost:8080' }, 403],
  ['refuses what is no number', { ...WISH, to: '911' }, {}, 422],
  ['refuses nothing', {}, {}, 422],
];

describe('the pretend caller', () => {
  it.each(calls)('%s', async (_sentence, payload, headers, status) => {
    const { app, called } = server();
    const answer = await app.inject({ method: 'POST', url: '/demo/calls', payload, headers });
    expect(answer.statusCode).toBe(status);
    expect(called).toEqual(status === 200 ? [[WISH.from, WISH.to]] : []);
  });

  it('hangs up only a call that is one', async () => {
    const { app } = server();
    const url = (sid: string) => ({ method: 'POST', url: `/demo/calls/${sid}/hangup` }) as const;
    expect((await app.inject(url('..%2F..'))).statusCode).toBe(404);
    expect((await app.inject(url(`CA${'0'.repeat(32)}`))).statusCode).toBe(422);
  });

  it.each(['/demo/lines', '/demo/messages'])(
    'does not answer %s to a page whose name leads here',
    async (url) => {
      const { app } = server();
      expect((await app.inject({ url, headers: { host: 'evil.test' } })).statusCode).toBe(403);
    },
  );

  it('tells who is in which call, and that the network is down', async () => {
    const { app } = server();
    expect((await app.inject('/demo/lines')).json()).toEqual({ lines: [] });
    expect((await app.inject('/demo/messages')).statusCode).toBe(503);
  });
});

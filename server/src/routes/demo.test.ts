import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { REFUSALS, Refusal } from '../refusal.ts';
import type { DemoNetwork } from '../services/demo-network.ts';
import { demoRoutes } from './demo.ts';

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
    reply.code(error instanceof Refusal ? REFUSALS[error.code].status : 500).send({ success: false }),
  );
  demoRoutes(app, network);
  return { app, called };
}

const WISH = { from: '+14155550100', to: '+14155550199' };
const calls: readonly [string, object, Record<string, string>, number][] = [
  ['rings a number', WISH, {}, 200],
  ['is asked by our own page', WISH, { origin: 'http://localhost:8080', host: 'localhost:8080' }, 200],
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

  it('tells who is in which call, and that the network is down', async () => {
    const { app } = server();
    expect((await app.inject('/demo/lines')).json()).toEqual({ lines: [] });
    expect((await app.inject('/demo/messages')).statusCode).toBe(503);
  });
});

import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { metricsRoutes } from './metrics.ts';

const TOKEN = 'a token of 16 or more';
const cases: [string, string, Record<string, string>, string, number][] = [
  ['this machine without a configured token', '', {}, '127.0.0.1', 200],
  ['this machine by its other name', '', {}, '::ffff:127.0.0.1', 200],
  ['a client behind the gateway', '', { 'x-forwarded-for': '203.0.113.9' }, '127.0.0.1', 404],
  ['a client with a forged Forwarded header', '', { forwarded: 'for=127.0.0.1' }, '127.0.0.1', 404],
  ['another machine', '', {}, '203.0.113.9', 404],
  ['the right token', TOKEN, { authorization: `Bearer ${TOKEN}` }, '203.0.113.9', 200],
  ['a partial token', TOKEN, { authorization: `Bearer ${TOKEN.slice(0, 5)}` }, '203.0.113.9', 404],
  ['this machine without the token', TOKEN, {}, '127.0.0.1', 404],
];

it.each(cases)('metrics are served or hidden: %s', async (_who, token, headers, remoteAddress, status) => {
  const server = Fastify();
  metricsRoutes({ server, authorize: () => Promise.reject(new Error('not called')) }, token, async () => ({
    type: 'text/plain; version=0.0.4; charset=utf-8',
    body: 'offhook_calls_open 1\n',
  }));
  const response = await server.inject({ url: '/metrics', headers, remoteAddress });
  expect(response.statusCode).toBe(status);
  if (status === 200) expect(response.body).toBe('offhook_calls_open 1\n');
  else expect(response.body).not.toContain('offhook');
});

import { expect, test } from 'vitest';
import { readSettings } from './config.ts';

const ENV = { PUSHER_APP_ID: '1', PUSHER_KEY: 'key', PUSHER_SECRET: 'secret-secret' };

test('flags override environment variables', () => {
  const args = ['--port', '7100', '--client-events', '0'];
  expect(readSettings(args, { ...ENV, REALTIME_PORT: '7200', OTHER: 'x' })).toEqual({
    port: 7100,
    host: '127.0.0.1',
    appId: '1',
    key: 'key',
    secret: 'secret-secret',
    clientEventsEnabled: false,
    subscriptionCountEnabled: true,
    webhookUrl: null,
    maxConnections: 10_000,
    activityTimeoutMs: 120_000,
    pongTimeoutMs: 30_000,
    signinTimeoutMs: null,
    page: false,
  });
});

test.each<[string, string[], object, string]>([
  ['no key', [], { PUSHER_KEY: undefined }, 'PUSHER_KEY (--key): the key of the app'],
  ['a key with a slash', [], { PUSHER_KEY: 'a/b' }, 'PUSHER_KEY (--key): the key of the app'],
  ['a short secret', [], { PUSHER_SECRET: 'short' }, 'PUSHER_SECRET (--secret): the secret of the app'],
  ['an invalid port', ['--port', '70000'], {}, 'REALTIME_PORT (--port): a port'],
  [
    'a switch that is neither 1 nor 0',
    [],
    { REALTIME_CLIENT_EVENTS: 'yes' },
    'REALTIME_CLIENT_EVENTS (--client-events): 1 or 0',
  ],
  [
    'an invalid webhook URL',
    [],
    { REALTIME_WEBHOOK_URL: 'file:///etc' },
    'REALTIME_WEBHOOK_URL (--webhook-url): an http or https URL',
  ],
  ['a timeout of 0', [], { REALTIME_PONG_TIMEOUT: '0' }, 'REALTIME_PONG_TIMEOUT (--pong-timeout): seconds'],
  ['an unknown flag', ['--color', 'red'], {}, "Unknown option '--color'"],
])('with %s, the error names the setting and the expected value', (_, args, env, message) => {
  expect(readSettings(args, { ...ENV, ...env })).toEqual({ error: expect.stringContaining(message) });
});

test.each(['--help', '-h'])('%s lists every option with its variable and default', (flag) => {
  const read = readSettings([flag], {});
  const text = 'print' in read ? read.print : '';
  expect(text).toMatch(/--port +REALTIME_PORT .*\(default: 7002\)/);
  expect(text).toMatch(/--secret +PUSHER_SECRET .*\(required\)/);
  expect(text).toMatch(/--client-events +REALTIME_CLIENT_EVENTS .*\(default: 1\)/);
  expect(text).toMatch(/--webhook-url +REALTIME_WEBHOOK_URL .*\(default: none\)/);
});

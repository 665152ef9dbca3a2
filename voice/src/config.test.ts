import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const sid = `AC${'0'.repeat(32)}`;
const needed = { TWILIO_ACCOUNT_SID: sid, TWILIO_AUTH_TOKEN: 'a-long-token' };

test('settings come from the environment, and a flag takes precedence', () => {
  expect(readConfig(['--port', '7005', '--cps', '3'], { ...needed, VOICE_PORT: '7009' })).toMatchObject({
    config: { VOICE_PORT: 7_005, VOICE_CPS: 3, VOICE_HOST: '127.0.0.1', TWILIO_API_KEY: '' },
  });
});

test.each([
  [
    'a missing account SID',
    [],
    { TWILIO_AUTH_TOKEN: 'a-long-token' },
    '--account-sid or TWILIO_ACCOUNT_SID: AC and 32 hexadecimal digits',
  ],
  ['an invalid port', ['--port', 'x'], needed, '--port or VOICE_PORT: a port, 0 to 65535'],
  ['a call rate of 0', ['--cps', '0'], needed, '--cps or VOICE_CPS: a number above 0'],
  [
    'an invalid port range',
    ['--media-ports', '40000'],
    needed,
    '--media-ports or MEDIA_PORTS: a port range within 1024-65535, such as',
  ],
  [
    'a port range that ends before it begins',
    ['--media-ports', '40999-40000'],
    needed,
    '--media-ports or MEDIA_PORTS: a port range',
  ],
  [
    'a name as the audio address',
    ['--media-address', 'host.example'],
    needed,
    '--media-address or MEDIA_ADDRESS: comma-separated IP addresses',
  ],
  [
    'an invalid API key',
    ['--api-key', 'x'],
    needed,
    '--api-key or TWILIO_API_KEY: SK and 32 hexadecimal digits',
  ],
  [
    'a host name as the base URL',
    ['--public-api', 'voice.test'],
    needed,
    '--public-api or VOICE_PUBLIC_API: an http or https URL',
  ],
  ['an unknown log level', ['--log-level', 'loud'], needed, '--log-level or LOG_LEVEL: trace, debug'],
  ['an invalid handset setting', ['--handset', 'yes'], needed, '--handset or VOICE_HANDSET: 1 or 0'],
  ['an unknown flag', ['--color', 'red'], needed, "Unknown option '--color'"],
])('with %s, the error names the setting and the expected value', (_, args, env, text) => {
  const read = readConfig(args, env);
  expect('errors' in read ? read.errors.join(' ') : '').toContain(text);
});

test.each(['--help', '-h'])('%s lists every option with its variable and default', (flag) => {
  const read = readConfig([flag], {});
  const text = 'print' in read ? read.print : '';
  expect(text).toMatch(/--port +VOICE_PORT .*\(default: 7001\)/);
  expect(text).toMatch(/--auth-token +TWILIO_AUTH_TOKEN .*\(required\)/);
  expect(text).toMatch(/--media-ports +MEDIA_PORTS .*\(default: any\)/);
  const full = readConfig([], needed);
  const names = 'config' in full ? Object.keys(full.config) : [];
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => !text.includes(` ${name} `))).toEqual([]);
});

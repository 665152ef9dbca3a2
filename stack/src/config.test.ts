import { expect, test } from 'vitest';
import { ConfigurationError, readConfig } from './config.ts';

const TWILIO = {
  TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
  TWILIO_AUTH_TOKEN: 'token',
  TWILIO_API_KEY: `SK${'0'.repeat(32)}`,
  TWILIO_API_SECRET: 'secret',
};
const PUSHER = { PUSHER_APP_ID: '1', PUSHER_KEY: 'key', PUSHER_SECRET: 'secret' };

test('without settings, everything is embedded and the demo runs', () => {
  expect(readConfig({})).toMatchObject({
    port: 8080,
    host: '127.0.0.1',
    demo: true,
    embeddedVoice: true,
    embeddedRealtime: true,
    drainMs: null,
  });
});

test('origins of other pages are passed to the server unchanged', () => {
  const origins = {
    PAGE_ORIGINS: 'https://phone.example.com,https://dev.example.com',
    API_ORIGIN: 'https://api.example.com',
    DEV_DOMAIN: 'dev.example.com',
    DEV_API_ORIGIN: 'https://api.dev.example.com',
  };
  const PUBLIC_URL = 'https://api.example.com';
  const { pageOrigins, environment } = readConfig({ OFFHOOK_DEMO: '0', PUBLIC_URL, ...origins });
  expect(pageOrigins).toEqual(['https://phone.example.com', 'https://dev.example.com']);
  expect(environment).toMatchObject(origins);
  expect(readConfig({}).environment).not.toHaveProperty('PAGE_ORIGINS');
});

test.each<[string, Record<string, string>, string]>([
  ['localhost by default', {}, '127.0.0.1'],
  ['the address in HOST', { HOST: '192.0.2.7' }, '192.0.2.7'],
  ['all addresses with HOST 0.0.0.0', { HOST: '0.0.0.0' }, '0.0.0.0'],
  ['all addresses if HOST is a name', { HOST: 'phone.lan' }, '0.0.0.0'],
  ['the address in MEDIA_ADDRESS', { HOST: '127.0.0.1', MEDIA_ADDRESS: '192.0.2.7' }, '192.0.2.7'],
])('the embedded voice service uses %s for audio', (_, environment, address) => {
  expect(readConfig({ OFFHOOK_DEMO: '1', ...environment }).mediaAddress).toBe(address);
});

test.each<[string, Record<string, string>]>([
  ['a real voice provider', TWILIO],
  ['a real realtime provider', { ...PUSHER, PUSHER_CLUSTER: 'eu' }],
  ['a PostgreSQL database', { DATABASE_URL: 'postgres://localhost/offhook' }],
])('the demo is off with %s', (_, environment) => {
  expect(readConfig(environment).demo).toBe(false);
});

test.each<[string, Record<string, string>]>([
  ['PORT', { PORT: '70000' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'phone.example' }],
  ['DATABASE_URL', { DATABASE_URL: 'mysql://localhost' }],
  ['TWILIO_ACCOUNT_SID', { TWILIO_ACCOUNT_SID: 'AC1' }],
  ['TWILIO_API_SECRET', { ...TWILIO, TWILIO_API_SECRET: '' }],
  ['PUSHER_SECRET', { ...PUSHER, PUSHER_SECRET: '', PUSHER_CLUSTER: 'eu' }],
  ['PUSHER_CLUSTER', PUSHER],
  ['GOOGLE_CLIENT_SECRET', { GOOGLE_CLIENT_ID: 'id' }],
  ['S3_SECRET_ACCESS_KEY', { S3_BUCKET: 'calls', S3_REGION: 'eu-west-1', S3_ACCESS_KEY_ID: 'id' }],
  ['CALLS_PER_SECOND', { CALLS_PER_SECOND: '0' }],
  ['MEDIA_PORTS', { MEDIA_PORTS: '40000' }],
  ['TRUSTED_PROXIES', { TRUSTED_PROXIES: '10.0.0.5, proxy.example' }],
  ['METRICS_TOKEN', { METRICS_TOKEN: 'short' }],
  ['OFFHOOK_DEMO', { OFFHOOK_DEMO: '1', DATABASE_URL: 'postgres://localhost/offhook' }],
  ['PUSHER_PORT', { ...PUSHER, PUSHER_HOST: 'realtime.example', PUSHER_PORT: 'https' }],
  ['DRAIN_SECONDS', { DRAIN_SECONDS: '3601' }],
  ['DRAIN_NOTICE_SECONDS', { DRAIN_SECONDS: '5', DRAIN_NOTICE_SECONDS: '5' }],
])('an invalid or missing %s is reported with its name', (name, environment) => {
  const read = () => readConfig(environment);
  expect(read).toThrow(ConfigurationError);
  expect(read).toThrow(name);
});

test.each<[string, Record<string, string>]>([
  ['HOST is 0.0.0.0', { HOST: '0.0.0.0' }],
  ['HOST is ::', { HOST: '::' }],
  ['HOST is phone.lan', { HOST: 'phone.lan' }],
  ['PUBLIC_URL is https://phone.lan', { PUBLIC_URL: 'https://phone.lan' }],
])('when %s, the demo runs only if OFFHOOK_DEMO is 1', (condition, environment) => {
  expect(() => readConfig(environment)).toThrow(`${condition}, so others could log in`);
  expect(readConfig({ ...environment, OFFHOOK_DEMO: '1' }).demo).toBe(true);
  expect(readConfig({ ...environment, OFFHOOK_DEMO: '0' }).demo).toBe(false);
  expect(readConfig({ ...environment, ...TWILIO }).demo).toBe(false);
});

test.each(['127.0.0.1', '127.0.0.2', '::1', 'localhost'])('the demo runs with HOST %s', (HOST) => {
  expect(readConfig({ HOST, PUBLIC_URL: 'http://localhost:9000' }).demo).toBe(true);
});

test('non-empty variables are passed to the children', () => {
  const { environment } = readConfig({ CALLS_PER_SECOND: '30', GOOGLE_CLIENT_ID: '' });
  expect(environment).toMatchObject({ CALLS_PER_SECOND: '30', PORT: '8080' });
  expect(environment).not.toHaveProperty('GOOGLE_CLIENT_ID');
  const realtime = { ...PUSHER, PUSHER_HOST: 'realtime.example', PUSHER_PORT: '6001' };
  expect(readConfig(realtime).environment).toMatchObject({ PUSHER_PORT: '6001' });
});

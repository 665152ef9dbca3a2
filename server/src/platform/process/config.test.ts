import { expect, it } from 'vitest';
import { ENVIRONMENT } from '../../testing/servers/keys.ts';
import { readConfig } from './config.ts';

const COMPLETE = { ...ENVIRONMENT, PUBLIC_URL: 'https://phone.example/' };

it('required variables are read and all others have defaults', () => {
  expect(readConfig(COMPLETE)).toMatchObject({
    host: '127.0.0.1',
    port: 0,
    publicUrl: 'https://phone.example',
    databaseUrl: '',
    pageOrigins: [],
    templateFile: null,
    demo: false,
    telephony: { apiBase: '', applicationSid: '', chunderw: '' },
    realtime: { cluster: 'eu', host: '', port: null, secure: true, embedded: false },
  });
});

it('other services with the same protocols can be configured', () => {
  const config = readConfig({
    ...COMPLETE,
    VOICE_URL: 'http://127.0.0.1:7001',
    VOICE_CHUNDERW: 'localhost:8080/voice',
    PUSHER_CLUSTER: '',
    PUSHER_HOST: '127.0.0.1',
    PUSHER_PORT: '7002',
    REALTIME_EMBEDDED: '1',
    OFFHOOK_DEMO: '1',
  });
  expect(config).toMatchObject({
    demo: true,
    telephony: { apiBase: 'http://127.0.0.1:7001', chunderw: 'localhost:8080/voice', embedded: true },
    realtime: { host: '127.0.0.1', port: 7002, secure: false, embedded: true },
  });
});

it('an API URL without a signaling URL counts as the provider, where numbers cost money', () => {
  const VOICE_URL = 'https://api.sydney.au1.twilio.com';
  expect(readConfig({ ...COMPLETE, VOICE_URL }).telephony).toMatchObject({
    apiBase: VOICE_URL,
    embedded: false,
  });
  expect(readConfig(COMPLETE).telephony.embedded).toBe(false);
});

it('page origins and API origins are read', () => {
  expect(readConfig(COMPLETE).api).toEqual({ production: '', development_domain: '', development: '' });
  const { pageOrigins, api } = readConfig({
    ...COMPLETE,
    PUBLIC_URL: 'https://api.example.com',
    PAGE_ORIGINS: 'https://phone.example.com, https://dev.example.com:8443',
    API_ORIGIN: 'https://api.example.com',
    DEV_DOMAIN: 'dev.example.com',
    DEV_API_ORIGIN: 'https://api.dev.example.com',
  });
  expect(pageOrigins).toEqual(['https://phone.example.com', 'https://dev.example.com:8443']);
  expect(api).toEqual({
    production: 'https://api.example.com',
    development_domain: 'dev.example.com',
    development: 'https://api.dev.example.com',
  });
});

it('Google login is on when both values are set, and another issuer can be configured', () => {
  const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' };
  const keys = { clientId: 'id', clientSecret: 'secret' };
  expect(readConfig(COMPLETE).google).toBeNull();
  expect(readConfig({ ...COMPLETE, ...google }).google).toEqual({
    ...keys,
    issuer: 'https://accounts.google.com',
  });
  const elsewhere = { ...COMPLETE, ...google, GOOGLE_ISSUER: 'http://127.0.0.1:7003' };
  expect(readConfig(elsewhere).google).toEqual({ ...keys, issuer: 'http://127.0.0.1:7003' });
});

const wrong: [string, Record<string, string | undefined>, RegExp][] = [
  ['no public URL', { PUBLIC_URL: undefined }, /^PUBLIC_URL should be the http or https URL/],
  ['a public URL with another protocol', { PUBLIC_URL: 'ftp://x' }, /^PUBLIC_URL should be/],
  ['no account', { TWILIO_ACCOUNT_SID: '' }, /^TWILIO_ACCOUNT_SID should be AC and 32/],
  ['an edge that is a URL', { TWILIO_EDGE: 'https://x' }, /^TWILIO_EDGE should be the provider’s edge/],
  ['an invalid port', { SERVER_PORT: '70000' }, /^SERVER_PORT should be a port number/],
  ['an unsupported database', { DATABASE_URL: 'mysql://x/y' }, /^DATABASE_URL should be a postgres/],
  ['a short secret', { SESSION_SECRET: 'short' }, /^SESSION_SECRET should be 32 characters/],
  [
    'an origin with a path',
    { PAGE_ORIGINS: 'https://a.example/x' },
    /^PAGE_ORIGINS should be comma-separated origins/,
  ],
  ['an invalid origin', { PAGE_ORIGINS: '*' }, /^PAGE_ORIGINS should be comma-separated origins/],
  [
    'pages of another site',
    { PAGE_ORIGINS: 'https://app.phone.example, https://phone.elsewhere' },
    /^PAGE_ORIGINS has https:\/\/phone\.elsewhere, which is a different site than https:\/\/phone\.example/,
  ],
  ['pages without TLS', { PAGE_ORIGINS: 'http://app.phone.example' }, /^PAGE_ORIGINS has http:\/\/app\./],
  [
    'an API without TLS',
    { API_ORIGIN: 'http://api.phone.example' },
    /^API_ORIGIN should be the https origin/,
  ],
  ['an API at a path', { API_ORIGIN: 'https://phone.example/api' }, /^API_ORIGIN should be the https origin/],
  [
    'a development domain without its API',
    { DEV_DOMAIN: 'dev.example' },
    /^DEV_DOMAIN and DEV_API_ORIGIN must both be set/,
  ],
  [
    'a development domain that is a URL',
    { DEV_DOMAIN: 'https://dev.example', DEV_API_ORIGIN: 'https://api.dev.example' },
    /^DEV_DOMAIN should be the domain/,
  ],
  ['a proxy’s host name', { TRUSTED_PROXIES: 'caddy' }, /^TRUSTED_PROXIES should be/],
  ['a call rate of zero', { CALLS_PER_SECOND: '0' }, /^CALLS_PER_SECOND should be/],
  ['a country lookup URL without http', { COUNTRY_LOOKUP_URL: 'ip' }, /^COUNTRY_LOOKUP_URL should/],
  [
    'only one of the Google credentials',
    { GOOGLE_CLIENT_ID: 'id' },
    /^GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must/,
  ],
  [
    'an http issuer on another machine',
    { GOOGLE_ISSUER: 'http://a.example' },
    /^GOOGLE_ISSUER should be the https/,
  ],
  [
    'incomplete storage settings',
    { S3_BUCKET: 'calls', S3_REGION: 'eu-1' },
    /^Set S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY as well/,
  ],
  [
    'only a storage endpoint',
    { S3_ENDPOINT: 'https://s3.example' },
    /^Set S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_S/,
  ],
  ['an invalid bucket', { S3_BUCKET: 'My Bucket' }, /^S3_BUCKET should be the name of a bucket/],
  ['a storage URL without http', { S3_ENDPOINT: 'file:///x' }, /^S3_ENDPOINT should be the http or/],
  ['a key that is too short', { RECORDINGS_KEY: 'c2hvcnQ=' }, /^RECORDINGS_KEY should be 32 bytes/],
  ['one invalid key of two', { RECORDINGS_KEY: `${'0'.repeat(64)},x` }, /^RECORDINGS_KEY should be 32 bytes/],
  ['negative days', { RECORDINGS_DAYS: '-1' }, /^RECORDINGS_DAYS should be the number of days/],
  ['no realtime service', { PUSHER_CLUSTER: '' }, /^PUSHER_CLUSTER or PUSHER_HOST must be set/],
  ['a demo on a real provider', { OFFHOOK_DEMO: '1' }, /^OFFHOOK_DEMO is 1, but the demo requires/],
];

it.each(wrong)('an invalid configuration is reported: %s', (_name, changes, message) => {
  expect(() => readConfig({ ...COMPLETE, ...changes })).toThrow(message);
});

it('all errors are reported together, without secrets', () => {
  expect(() => readConfig({ ...COMPLETE, PUSHER_KEY: '', TWILIO_API_KEY: 'my secret' })).toThrow(
    /^(?!.*my secret)TWILIO_API_KEY should be .*\nPUSHER_KEY should be [^\n]*$/s,
  );
});

it('storage, keys and retention of recordings are read', () => {
  expect(readConfig(COMPLETE).recordings).toEqual({
    s3: null,
    keys: [],
    removesAtProvider: true,
    retention: { recordingsDays: 0, personalDays: 0 },
  });
  const bytes = Buffer.alloc(32, 7);
  const { s3, keys, removesAtProvider, retention } = readConfig({
    ...COMPLETE,
    S3_BUCKET: 'calls',
    S3_REGION: 'eu-1',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'secret',
    S3_ENDPOINT: 'https://s3.example',
    RECORDINGS_KEY: `${bytes.toString('base64')}, ${Buffer.alloc(32, 8).toString('hex')}`,
    RECORDINGS_AT_PROVIDER: 'keep',
    RECORDINGS_DAYS: '90',
    PERSONAL_DATA_DAYS: '365',
  }).recordings;
  expect(s3).toMatchObject({ bucket: 'calls', endpoint: 'https://s3.example', pathStyle: true });
  expect(keys.map((key) => Buffer.from(key.bytes).equals(bytes))).toEqual([true, false]);
  expect([removesAtProvider, retention]).toEqual([false, { recordingsDays: 90, personalDays: 365 }]);
});

import { expect, it } from 'vitest';
import { readConfig } from './config.ts';

const COMPLETE = {
  PUBLIC_URL: 'https://phone.example/',
  TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
  TWILIO_AUTH_TOKEN: 'token',
  TWILIO_API_KEY: `SK${'0'.repeat(32)}`,
  TWILIO_API_SECRET: 'secret',
  PUSHER_APP_ID: '1',
  PUSHER_KEY: 'key',
  PUSHER_SECRET: 'secret',
  PUSHER_CLUSTER: 'eu',
};

it('takes what the providers need, and has a default for the rest', () => {
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

it('points at services of the same protocols elsewhere', () => {
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
    telephony: { apiBase: 'http://127.0.0.1:7001', chunderw: 'localhost:8080/voice' },
    realtime: { host: '127.0.0.1', port: 7002, secure: false, embedded: true },
  });
});

it('logs in by Google when both of its values are there, and by another provider when told', () => {
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
  ['no address', { PUBLIC_URL: undefined }, /^PUBLIC_URL should be the http or https address/],
  ['an address of another kind', { PUBLIC_URL: 'ftp://x' }, /^PUBLIC_URL should be/],
  ['no account', { TWILIO_ACCOUNT_SID: '' }, /^TWILIO_ACCOUNT_SID should be AC and 32/],
  ['a port that is none', { SERVER_PORT: '70000' }, /^SERVER_PORT should be a port number/],
  ['another database', { DATABASE_URL: 'mysql://x/y' }, /^DATABASE_URL should be a postgres/],
  ['a short secret', { SESSION_SECRET: 'short' }, /^SESSION_SECRET should be 32 characters/],
  [
    'an origin that is an address',
    { PAGE_ORIGINS: 'https://a.example/x' },
    /^PAGE_ORIGINS should be origins/,
  ],
  ['a country service elsewhere than on the web', { COUNTRY_LOOKUP_URL: 'ip' }, /^COUNTRY_LOOKUP_URL should/],
  ['half a login by Google', { GOOGLE_CLIENT_ID: 'id' }, /^GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must/],
  [
    'a login by a stranger’s http',
    { GOOGLE_ISSUER: 'http://a.example' },
    /^GOOGLE_ISSUER should be the https/,
  ],
  ['no realtime service', { PUSHER_CLUSTER: '' }, /^PUSHER_CLUSTER or PUSHER_HOST must be set/],
  ['a demo on a real provider', { OFFHOOK_DEMO: '1' }, /^OFFHOOK_DEMO is 1, but the demo runs only/],
];

it.each(wrong)('names what is wrong: %s', (_name, changes, message) => {
  expect(() => readConfig({ ...COMPLETE, ...changes })).toThrow(message);
});

it('names all that is wrong at once, and no secret', () => {
  expect(() => readConfig({ ...COMPLETE, PUSHER_KEY: '', TWILIO_API_KEY: 'my secret' })).toThrow(
    /^(?!.*my secret)TWILIO_API_KEY should be .*\nPUSHER_KEY should be [^\n]*$/s,
  );
});

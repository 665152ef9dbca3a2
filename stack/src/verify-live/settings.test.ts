import { expect, test } from 'vitest';
import { readOptions } from './settings.ts';

const ENV = {
  TWILIO_ACCOUNT_SID: `AC${'a'.repeat(32)}`,
  TWILIO_AUTH_TOKEN: 'token',
  TWILIO_API_KEY: `SK${'b'.repeat(32)}`,
  TWILIO_API_SECRET: 'secret',
  PUSHER_APP_ID: '1',
  PUSHER_KEY: 'key',
  PUSHER_SECRET: 'secret',
  PUSHER_CLUSTER: 'eu',
  PUBLIC_URL: 'https://phone.example.com',
  LIVE_NUMBERS: '+14155550123, +14155550124',
};

test('numbers are separated, the port and the report have defaults', () => {
  expect(readOptions(['--yes'], ENV)).toMatchObject({
    yes: true,
    report: 'live-report.md',
    settings: { PORT: 8_080, LIVE_NUMBERS: ['+14155550123', '+14155550124'] },
  });
});

test.each([
  ['one number', { LIVE_NUMBERS: '+14155550123' }, 'LIVE_NUMBERS: two numbers of the account'],
  ['the same number twice', { LIVE_NUMBERS: '+14155550123,+14155550123' }, 'LIVE_NUMBERS: two different'],
  ['no address', { PUBLIC_URL: undefined }, 'PUBLIC_URL: the address at which'],
  ['no cluster', { PUSHER_CLUSTER: '' }, 'PUSHER_CLUSTER or PUSHER_HOST'],
  ['no secret', { TWILIO_API_SECRET: '' }, 'TWILIO_API_SECRET: the secret of'],
])('%s is an error', (_, change, error) => {
  expect(readOptions([], { ...ENV, ...change })).toEqual({ error: expect.stringContaining(error) });
});

test('an unknown option is an error, and help needs no settings', () => {
  expect(readOptions(['--now'], ENV)).toEqual({ error: expect.stringContaining('--now') });
  expect(readOptions(['-h'], {})).toEqual({ help: expect.stringContaining('LIVE_NUMBERS') });
});

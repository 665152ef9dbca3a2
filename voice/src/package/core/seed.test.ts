import { expect, test } from 'vitest';
import { parseSeed } from './seed.ts';

const behaviors = ['busy', 'menu'];
const application = `AP${'0'.repeat(31)}7`;

test('a seed may name applications, numbers, callers and phones', () => {
  const seed = {
    applications: [{ sid: application, voiceUrl: 'http://127.0.0.1:3000/voice', voiceMethod: 'GET' }],
    numbers: [
      { phoneNumber: '+14155550150', voiceApplicationSid: application, smsUrl: 'https://a.example/s' },
    ],
    callers: [{ number: '+14155550100', name: 'Ada', stirVerstat: 'TN-Validation-Passed-A' }],
    phones: [{ number: '+14155550200', behavior: 'busy', ringMs: 0, hangUpAfterMs: 5_000, pressesKey: '#' }],
  };
  expect(parseSeed(seed, behaviors)).toEqual({ seed });
  expect(parseSeed({}, behaviors)).toEqual({ seed: {} });
});

test.each<[string, unknown, string]>([
  ['a list', [], 'the seed: Invalid input: expected object'],
  ['an unknown list', { people: [] }, 'the seed: Unrecognized key: "people"'],
  [
    'an unknown setting',
    { numbers: [{ phoneNumber: '+14155550150', url: 'http://a' }] },
    'numbers[0]: Unrecognized key: "url"',
  ],
  [
    'a number without +',
    { numbers: [{ phoneNumber: '4155550150' }] },
    'numbers[0].phoneNumber: a phone number: + and 7 to 15 digits',
  ],
  [
    'a missing number',
    { phones: [{ behavior: 'busy' }] },
    'phones[0].number: a phone number: + and 7 to 15 digits',
  ],
  [
    'a URL of another scheme',
    { applications: [{ sid: application, voiceUrl: 'file:///etc/passwd' }] },
    'applications[0].voiceUrl: an http or https URL',
  ],
  [
    'an unknown behavior',
    { phones: [{ number: '+14155550200', behavior: 'sings' }] },
    'phones[0].behavior: one of busy, menu',
  ],
  [
    'a negative time',
    { phones: [{ number: '+14155550200', behavior: 'busy', ringMs: -1 }] },
    'phones[0].ringMs: whole milliseconds, 0 to 600000',
  ],
  [
    'the same number twice',
    { callers: [{ number: '+14155550200' }, { number: '+14155550200' }] },
    'callers[1].number: +14155550200 occurs twice',
  ],
])('%s is rejected with its place', (_, value, error) => {
  const parsed = parseSeed(value, behaviors);
  expect('errors' in parsed ? parsed.errors.join('\n') : '').toContain(error);
});

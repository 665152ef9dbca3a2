import { expect, test } from 'vitest';
import type { ProviderSetupStatus } from '../../platform/core/service-checks.ts';
import { ofAddress, ofClock, ofFolder, ofSurvey, unreached } from './diagnosis.ts';

const WELL = { status: 200, error: null };

type Facts = Parameters<typeof ofAddress>[0];
type Said = readonly [state: string, says: RegExp];
const ok = (says: RegExp): Said => ['ok', says];
const warning = (says: RegExp): Said => ['warning', says];
const missing = (says: RegExp): Said => ['missing', says];
const at = (publicUrl: string, answer: Facts['answer'] = WELL, isCalledFromOutside = true): Facts => ({
  publicUrl,
  isCalledFromOutside,
  answer,
});

test.each<[string, Facts, Said[]]>([
  ['https that answers', at('https://phone.example'), [ok(/is https/), ok(/answers, as far as/)]],
  ['http elsewhere', at('http://phone.example'), [missing(/no microphone without https/), ok(/answers/)]],
  [
    'this machine, with providers elsewhere',
    at('http://localhost:8080'),
    [missing(/providers elsewhere cannot call/), ok(/answers/)],
  ],
  [
    'this machine, with services in the box that are starting',
    at('http://localhost:8080', { status: 503, error: 'telephony' }, false),
    [ok(/this machine alone/), warning(/a part is not ready: telephony/)],
  ],
  [
    'something else',
    at('https://phone.example', { status: 404, error: null }),
    [ok(/https/), missing(/something else than this product/)],
  ],
  [
    'nobody',
    at('https://phone.example', { reason: 'ENOTFOUND' }),
    [ok(/https/), missing(/its name has no address/)],
  ],
])('the public address: %s', (_what, facts, expected) => {
  const found = ofAddress(facts);
  expect(found.map(({ state }) => state)).toEqual(expected.map(([state]) => state));
  for (const [index, [, says]] of expected.entries()) expect(found[index]?.says).toMatch(says);
});

test.each([
  [0, 'ok', /agree/],
  [-4_999, 'ok', /agree/],
  [5_000, 'warning', /5 s ahead of that of X/],
  [-59_000, 'warning', /59 s behind/],
  [60_000, 'missing', /tokens will be refused/],
  [null, 'warning', /tells no time/],
])('a clock that is %s ms ahead is %s', (ahead, state, says) => {
  expect(ofClock('X', ahead)).toMatchObject({ state, says: expect.stringMatching(says) });
});

test.each([
  [{ freeBytes: 99 * 1024 ** 2 }, 'missing', /99 MB left: recordings will not fit/],
  [{ freeBytes: 1023 * 1024 ** 2 }, 'warning', /1023 MB left/],
  [{ freeBytes: 5 * 1024 ** 3 }, 'ok', /5 GB left/],
  [{ reason: 'EACCES' }, 'missing', /cannot be written to \(EACCES\)/],
])('a data folder with %j is %s', (facts, state, says) => {
  expect(ofFolder('/data', facts)).toMatchObject({ state, says: expect.stringMatching(says) });
});

const number = (state: ProviderSetupStatus['numbers'][number]['state'], takesTexts = true) => ({
  number: '***99',
  state,
  takesTexts,
});

type PartSaid = readonly [part: string, ...Said];
const voice = (said: Said): PartSaid => ['voice application', ...said];
const numbers = (said: Said): PartSaid => ['numbers', ...said];
const texts = (said: Said): PartSaid => ['texts', ...said];

test.each<[string, ProviderSetupStatus, PartSaid[]]>([
  [
    'all stands',
    { application: 'stands', isNamed: false, numbers: [number('stands')] },
    [voice(ok(/calls this server/)), numbers(ok(/All 1/)), texts(ok(/can send/))],
  ],
  [
    'nothing stands',
    { application: 'absent', isNamed: false, numbers: [number('absent'), number('elsewhere', false)] },
    [
      voice(missing(/doctor --fix makes it/)),
      numbers(missing(/does not own \*\*\*99: buy it/)),
      numbers(missing(/go to another server.*--fix points them/)),
      texts(warning(/cannot send or take texts/)),
    ],
  ],
  [
    'the application is somebody else’s to mend',
    { application: 'elsewhere', isNamed: true, numbers: [] },
    [voice(missing(/TWILIO_APP_SID calls another server/)), numbers(warning(/No account has a number/))],
  ],
  [
    'a trunk takes the calls',
    { application: 'stands', isNamed: false, numbers: [number('on a trunk')] },
    [
      voice(ok(/calls this server/)),
      numbers(missing(/A SIP trunk takes the calls of \*\*\*99: take them off/)),
      texts(ok(/can send/)),
    ],
  ],
  [
    'the application is not there',
    { application: 'absent', isNamed: true, numbers: Array.from({ length: 7 }, () => number('absent')) },
    [voice(missing(/no application with the id/)), numbers(missing(/and 2 more/))],
  ],
])('at the provider %s', (_what, survey, expected) => {
  const found = ofSurvey(survey);
  expect(found.map(({ part, state }) => [part, state])).toEqual(
    expected.map(([part, state]) => [part, state]),
  );
  for (const [index, [, , says]] of expected.entries()) expect(found[index]?.says).toMatch(says);
});

test.each([
  ['ECONNREFUSED', /nobody listens/],
  ['EAI_AGAIN', /no address/],
  ['ETIMEDOUT', /in time/],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', /certificate or encryption/],
  ['ECONNRESET', /broke/],
  ['EHOSTUNREACH', /EHOSTUNREACH/],
])('no answer because of %s', (reason, says) => {
  expect(unreached(reason)).toMatch(says);
});

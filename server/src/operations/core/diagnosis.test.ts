import { expect, test } from 'vitest';
import type { ProviderSetupStatus } from '../../platform/core/health/service-checks.ts';
import {
  addressFindings,
  clockFinding,
  describeUnreachable,
  folderFinding,
  type SecretFacts,
  secretFindings,
  setupFindings,
} from './diagnosis.ts';

const HEALTHY = { status: 200, error: null };

type Facts = Parameters<typeof addressFindings>[0];
type Expected = readonly [state: string, message: RegExp];
const ok = (message: RegExp): Expected => ['ok', message];
const warning = (message: RegExp): Expected => ['warning', message];
const failed = (message: RegExp): Expected => ['failed', message];
const at = (
  publicUrl: string,
  response: Facts['response'] = HEALTHY,
  needsInboundRequests = true,
): Facts => ({
  publicUrl,
  needsInboundRequests,
  response,
});

test.each<[string, Facts, Expected[]]>([
  ['https with a response', at('https://phone.example'), [ok(/uses https/), ok(/responds, as seen/)]],
  [
    'http on a public host',
    at('http://phone.example'),
    [failed(/microphone only over https/), ok(/responds/)],
  ],
  [
    'localhost with external providers',
    at('http://localhost:8080'),
    [failed(/external providers cannot reach/), ok(/responds/)],
  ],
  [
    'localhost with embedded services that are starting',
    at('http://localhost:8080', { status: 503, error: 'telephony' }, false),
    [ok(/this machine only/), warning(/a component is not ready: telephony/)],
  ],
  [
    'another program at the address',
    at('https://phone.example', { status: 404, error: null }),
    [ok(/https/), failed(/Another program may be using/)],
  ],
  [
    'an unknown host',
    at('https://phone.example', { reason: 'ENOTFOUND' }),
    [ok(/https/), failed(/its host name cannot be resolved/)],
  ],
])('the public address: %s', (_what, facts, expected) => {
  const found = addressFindings(facts);
  expect(found.map(({ state }) => state)).toEqual(expected.map(([state]) => state));
  for (const [index, [, message]] of expected.entries()) expect(found[index]?.message).toMatch(message);
});

test.each([
  [0, 'ok', /matches X’s/],
  [-4_999, 'ok', /matches X’s/],
  [5_000, 'warning', /5 s ahead of X’s/],
  [-59_000, 'warning', /59 s behind/],
  [60_000, 'failed', /Tokens will be rejected/],
  [null, 'warning', /sent no Date header/],
])('the finding for a clock difference of %s ms is %s', (ahead, state, message) => {
  expect(clockFinding('X', ahead)).toMatchObject({ state, message: expect.stringMatching(message) });
});

test.each([
  [{ freeBytes: 99 * 1024 ** 2 }, 'failed', /99 MB left, too little for recordings/],
  [{ freeBytes: 1023 * 1024 ** 2 }, 'warning', /1023 MB left/],
  [{ freeBytes: 5 * 1024 ** 3 }, 'ok', /5 GB left/],
  [{ reason: 'EACCES' }, 'failed', /is not writable \(EACCES\)/],
])('the finding for a data folder with %j is %s', (facts, state, message) => {
  expect(folderFinding('/data', facts)).toMatchObject({ state, message: expect.stringMatching(message) });
});

const number = (state: ProviderSetupStatus['numbers'][number]['state'], supportsTexts = true) => ({
  number: '***99',
  state,
  supportsTexts,
});

type PartFinding = readonly [part: string, ...Expected];
const voice = (expectation: Expected): PartFinding => ['voice application', ...expectation];
const numbers = (expectation: Expected): PartFinding => ['numbers', ...expectation];
const texts = (expectation: Expected): PartFinding => ['texts', ...expectation];

test.each<[string, ProviderSetupStatus, PartFinding[]]>([
  [
    'everything is set up',
    { application: 'configured', hasConfiguredAppSid: false, numbers: [number('configured')] },
    [voice(ok(/points to this server/)), numbers(ok(/owns all numbers, .* \(1\)/)), texts(ok(/can send/))],
  ],
  [
    'nothing is set up',
    {
      application: 'absent',
      hasConfiguredAppSid: false,
      numbers: [number('absent'), number('elsewhere', false)],
    },
    [
      voice(failed(/Create it with: .*doctor --fix/)),
      numbers(failed(/does not own \*\*\*99\. Buy it there/)),
      numbers(failed(/go to another server.*--fix/)),
      texts(warning(/cannot send or receive texts/)),
    ],
  ],
  [
    'the provider’s account lacks several numbers',
    { application: 'configured', hasConfiguredAppSid: true, numbers: [number('absent'), number('absent')] },
    [voice(ok(/points to this server/)), numbers(failed(/Buy them there, or remove them here/))],
  ],
  [
    'the configured application points to another server',
    { application: 'elsewhere', hasConfiguredAppSid: true, numbers: [] },
    [voice(failed(/TWILIO_APP_SID points to another server/)), numbers(warning(/No account has a number/))],
  ],
  [
    'a SIP trunk receives the calls',
    { application: 'configured', hasConfiguredAppSid: false, numbers: [number('on a trunk')] },
    [
      voice(ok(/points to this server/)),
      numbers(failed(/A SIP trunk receives the calls to \*\*\*99\. Detach/)),
      texts(ok(/can send/)),
    ],
  ],
  [
    'the configured application does not exist',
    {
      application: 'absent',
      hasConfiguredAppSid: true,
      numbers: Array.from({ length: 7 }, () => number('absent')),
    },
    [voice(failed(/no application with the ID/)), numbers(failed(/and 2 more/))],
  ],
])('provider setup: %s', (_what, status, expected) => {
  const found = setupFindings(status);
  expect(found.map(({ part, state }) => [part, state])).toEqual(
    expected.map(([part, state]) => [part, state]),
  );
  for (const [index, [, , message]] of expected.entries()) expect(found[index]?.message).toMatch(message);
});

const READABLE: SecretFacts = {
  ...{ older: 0, plain: 0, unreadable: {} },
  ...{ isKeyInDatabase: false, sealsFrom: null },
};
test.each<[string, Partial<SecretFacts>, [string, RegExp][]]>([
  ['are all sealed', {}, [['ok', /encrypted and can be read/]]],
  [
    'can’t be read',
    { unreadable: { destinations: 2, authenticatorApps: 1 } },
    [['failed', /authenticator apps \(1\), webhooks and CRMs \(2\)\. Set SECRETS_KEY/]],
  ],
  ['have their key beside them', { isKeyInDatabase: true }, [['warning', /Set SECRETS_KEY/]]],
  ['need an older key', { older: 2 }, [['warning', /^2 stored secrets .* older key/]]],
  ['are plain', { plain: 3 }, [['warning', /^3 stored secrets .* within 10 minutes/]]],
  [
    'wait for older servers',
    { plain: 1, sealsFrom: '2026-11-28T05:00:00.000Z' },
    [['warning', /from 2026-11-28T05:00:00\.000Z/]],
  ],
])('stored secrets that %s', (_what, facts, expected) => {
  const found = secretFindings({ ...READABLE, ...facts });
  expect(found.map(({ part, state }) => [part, state])).toEqual(
    expected.map(([state]) => ['secrets', state]),
  );
  for (const [index, [, message]] of expected.entries()) expect(found[index]?.message).toMatch(message);
});

test.each([
  ['ECONNREFUSED', /nothing is listening/],
  ['EAI_AGAIN', /cannot be resolved/],
  ['ETIMEDOUT', /in time/],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', /TLS certificate/],
  ['ECONNRESET', /was closed/],
  ['EHOSTUNREACH', /EHOSTUNREACH/],
])('the error %s is explained', (reason, message) => {
  expect(describeUnreachable(reason)).toMatch(message);
});

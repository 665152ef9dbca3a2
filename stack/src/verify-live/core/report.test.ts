import { expect, test } from 'vitest';
import { formatReport, type Run, redact } from './report.ts';

const sid = `AC${'0123456789abcdef'.repeat(2)}`;
const run = (...steps: Run['steps']): Run => ({
  startedAt: '2026-11-27T08:00:00Z',
  release: '0.2.0',
  providers: { voice: 'api.twilio.com', realtime: 'cluster eu' },
  steps,
  cost: 'Priced by the provider: 0.03 USD.',
});

test.each([
  ['a secret', 'token s3cret-token!', 'token [secret]'],
  ['a secret that begins with another one', 's3cret-token-2', '[secret]'],
  ['a phone number', 'called +14155550100 twice', 'called …00 twice'],
  ['an id of the provider', `account ${sid}`, 'account AC…cdef'],
  ['an empty secret', 'nothing', 'nothing'],
])('%s is not in the report', (_, text, expected) => {
  expect(redact(text, ['', 's3cret-token!', 's3cret-token', 's3cret-token-2'])).toBe(expected);
});

test('the report has a row per step and says how many did not pass', () => {
  const report = formatReport(
    run(
      { name: 'keys', state: 'passed', detail: 'accepted | all', ms: 1_240 },
      { name: 'call', state: 'failed', detail: 'no answer from\n+14155550100', ms: 30_000 },
      { name: 'recording', state: 'skipped', detail: 'call failed', ms: 0 },
    ),
    [],
  );
  expect(report).toContain('2 of 3 steps did not pass');
  expect(report).toContain('| keys | passed | accepted \\| all | 1.2 |');
  expect(report).toContain('| call | failed | no answer from …00 | 30.0 |');
  expect(report).toContain('| recording | skipped | call failed |  |');
});

test('a run without failures says so', () => {
  expect(formatReport(run({ name: 'keys', state: 'passed', detail: 'accepted', ms: 1 }), [])).toContain(
    'every step passed. Priced by the provider',
  );
});

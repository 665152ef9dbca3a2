import { expect, test } from 'vitest';
import { type CallableAnswer, type CallVerdict, callVerdict } from './call-verdict.ts';

const AT = '2026-03-03T15:00:00.000Z';
const utc = (iso: string) => (iso === AT ? '15:00' : null);

test.each<[string, CallableAnswer, CallVerdict]>([
  ['nothing to say', { allowed: true, reason: null, next: null }, { kind: 'allowed', text: null }],
  [
    'a warning with the time from which on it is better',
    { allowed: false, reason: 'It is 6:12 AM there.', next: AT },
    { kind: 'later', text: 'It is 6:12 AM there. Try again after 15:00.' },
  ],
  [
    'a warning without a time that can be read',
    { allowed: false, reason: 'It is 6:12 AM there.', next: 'soon' },
    { kind: 'later', text: 'It is 6:12 AM there.' },
  ],
  [
    'a refusal in the words of the server',
    { allowed: false, reason: 'This number is on the do-not-call list.', next: null },
    { kind: 'barred', text: 'This number is on the do-not-call list.' },
  ],
  [
    'the name of the colleague who has the lead',
    { allowed: false, reason: 'Ben Okafor is calling this lead.', next: null, busy: true },
    { kind: 'busy', text: 'Ben Okafor is calling this lead.' },
  ],
  [
    'that the lead is taken, without a name',
    { allowed: false, reason: null, next: null, busy: true },
    { kind: 'busy', text: 'This lead is on another call.' },
  ],
  [
    'a refusal without words',
    { allowed: false, reason: null, next: null },
    { kind: 'barred', text: "This number can't be called." },
  ],
])('%s', (_sentence, answer, verdict) => {
  expect(callVerdict(answer, utc)).toEqual(verdict);
});

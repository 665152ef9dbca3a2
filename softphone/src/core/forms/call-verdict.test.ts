import { expect, test } from 'vitest';
import { type CallableAnswer, type CallVerdict, callVerdict } from './call-verdict.ts';

const AT = '2026-03-03T15:00:00.000Z';
const utc = (iso: string) => (iso === AT ? '15:00' : null);

test.each<[string, CallableAnswer, CallVerdict]>([
  [
    'an allowed number has no text',
    { allowed: true, reason: null, next: null },
    { kind: 'allowed', text: null },
  ],
  [
    'a later time is added to the warning',
    { allowed: false, reason: 'It is 6:12 AM there.', next: AT },
    { kind: 'later', text: 'It is 6:12 AM there. Try again after 15:00.' },
  ],
  [
    'an invalid time is left out of the warning',
    { allowed: false, reason: 'It is 6:12 AM there.', next: 'soon' },
    { kind: 'later', text: 'It is 6:12 AM there.' },
  ],
  [
    "a number that is never allowed shows the server's reason",
    { allowed: false, reason: 'This number is on the do-not-call list.', next: null },
    { kind: 'barred', text: 'This number is on the do-not-call list.' },
  ],
  [
    "a lead on another call shows the colleague's name",
    { allowed: false, reason: 'Ben Okafor is calling this lead.', next: null, busy: true },
    { kind: 'busy', text: 'Ben Okafor is calling this lead.' },
  ],
  [
    'a lead on another call without a reason shows a general text',
    { allowed: false, reason: null, next: null, busy: true },
    { kind: 'busy', text: 'This lead is on another call.' },
  ],
  [
    'a number that is never allowed without a reason shows a general text',
    { allowed: false, reason: null, next: null },
    { kind: 'barred', text: 'This number can’t be called.' },
  ],
])('%s', (_sentence, answer, verdict) => {
  expect(callVerdict(answer, utc)).toEqual(verdict);
});

import { expect, it } from 'vitest';
import type { Verdict } from '../../leads/core/callable.ts';
import { automaticText, REACHED } from './automatic-text.ts';

const allowed: Verdict = { kind: 'allowed' };
const later: Verdict = { kind: 'later', reason: 'It is late.', next: 42 };
const barred: Verdict = { kind: 'barred', reason: 'Removed.' };

it.each([
  ['is sent when it is allowed', allowed, false, { kind: 'send' }],
  ['waits for the next allowed minute', later, false, { kind: 'wait', at: 42 }],
  ['is dropped when the lead must not be texted', barred, false, { kind: 'drop', reason: 'Removed.' }],
  ['is dropped when the lead was reached', allowed, true, { kind: 'drop', reason: REACHED }],
  ['does not wait for a lead who was reached', later, true, { kind: 'drop', reason: REACHED }],
])('an automatic text %s', (_what, verdict, wasReached, expected) => {
  expect(automaticText(verdict, wasReached)).toEqual(expected);
});

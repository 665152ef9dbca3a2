import { expect, it } from 'vitest';
import { ALIVE, type CheckResult, isHung, isUnresponsive, nextLiveness } from './liveness.ts';

const afterChecks = (checks: number, result: CheckResult) =>
  Array.from({ length: checks }, () => result).reduce(nextLiveness, ALIVE);
const answers = { hasAnswered: true, hasWorked: true };
const works = { hasAnswered: false, hasWorked: true };
const idles = { hasAnswered: false, hasWorked: false };
const unknown = { hasAnswered: false, hasWorked: null };

it.each<[string, number, CheckResult, boolean, boolean]>([
  ['answers', 100, answers, false, false],
  ['is stopped', 6, idles, false, false],
  ['is stopped for longer', 7, idles, true, false],
  ['works without answering', 29, works, false, false],
  ['works without answering for longer', 30, works, true, false],
  ['may be working, on a system without CPU times', 29, unknown, false, false],
  ['may be working for longer, on a system without CPU times', 30, unknown, true, false],
  ['is stopped for a minute', 30, idles, true, true],
  ['works for an hour', 1_800, works, true, false],
])(
  'detects whether a child that %s (%i checks) hangs, when ready and when starting',
  (_, n, result, ready, start) => {
    const liveness = afterChecks(n, result);
    expect([isHung(liveness, 'ready'), isHung(liveness, 'starting')]).toEqual([ready, start]);
  },
);

it('an answer resets the state', () => {
  const liveness = afterChecks(6, idles);
  expect(isUnresponsive(liveness)).toBe(true);
  expect(isUnresponsive(nextLiveness(liveness, answers))).toBe(false);
  expect(isUnresponsive(afterChecks(1, idles))).toBe(false);
});

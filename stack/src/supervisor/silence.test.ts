import { expect, it } from 'vitest';
import { isHung, isSuspicious, NOT_SILENT, nextSilence, type Signs } from './silence.ts';

const after = (checks: number, signs: Signs) =>
  Array.from({ length: checks }, () => signs).reduce(nextSilence, NOT_SILENT);
const answers = { hasAnswered: true, hasWorked: true };
const works = { hasAnswered: false, hasWorked: true };
const idles = { hasAnswered: false, hasWorked: false };
const unknown = { hasAnswered: false, hasWorked: null };

it.each<[string, number, Signs, boolean, boolean]>([
  ['answers', 100, answers, false, false],
  ['is stopped', 6, idles, false, false],
  ['is stopped for longer', 7, idles, true, false],
  ['works without an answer', 29, works, false, false],
  ['works without an answer for longer', 30, works, true, false],
  ['may work, on a system that does not tell', 29, unknown, false, false],
  ['may work for longer, on a system that does not tell', 30, unknown, true, false],
  ['is stopped for a minute', 30, idles, true, true],
  ['works for an hour', 1_800, works, true, false],
])(
  'knows whether a child that %s (%i checks) is hung, when ready and at its start',
  (_, n, signs, ready, start) => {
    const silence = after(n, signs);
    expect([isHung(silence, 'ready'), isHung(silence, 'starting')]).toEqual([ready, start]);
  },
);

it('an answer ends every suspicion', () => {
  const silence = after(6, idles);
  expect(isSuspicious(silence)).toBe(true);
  expect(isSuspicious(nextSilence(silence, answers))).toBe(false);
  expect(isSuspicious(after(1, idles))).toBe(false);
});

import { describe, expect, it } from 'vitest';
import { getsLease } from './presence-lease.ts';

const lease = { phoneId: 'page-1', sessionHash: 'chrome', renewedAt: 100_000 };
const report = { phoneId: 'page-2', sessionHash: 'firefox', takeOver: false, at: 104_000 };

const rows: readonly [string, typeof lease | null, Partial<typeof report>, boolean][] = [
  ['nobody has it: taken', null, {}, true],
  ['the same page renews it', lease, { phoneId: 'page-1' }, true],
  ['another browser waits while it is fresh', lease, {}, false],
  ['another browser waits until 10 s are over', lease, { at: 109_999 }, false],
  ['another browser has it after 10 s of silence', lease, { at: 110_000 }, true],
  ["'Use it here' takes it at once", lease, { takeOver: true }, true],
  ['a reload of the same browser has it at once', lease, { sessionHash: 'chrome' }, true],
];

describe('getsLease', () => {
  it.each(rows)('%s', (_sentence, held, changes, expected) => {
    expect(getsLease(held, { ...report, ...changes })).toBe(expected);
  });
});

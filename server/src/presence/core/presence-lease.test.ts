import { describe, expect, it } from 'vitest';
import { acquiresLease, type Lease } from './presence-lease.ts';

const lease = { phoneId: 'page-1', sessionHash: 'chrome', renewedAt: 100_000 };
const report = { phoneId: 'page-2', sessionHash: 'firefox', takeOver: false, presenceCutoff: 94_000 };

const left = { ...lease, renewedAt: 0 };
const ended = { ...left, sessionHash: null };

const rows: readonly [string, Lease | null, Partial<typeof report>, boolean][] = [
  ['the first page acquires it', null, {}, true],
  ['the same page renews it', lease, { phoneId: 'page-1' }, true],
  ['another browser waits while it is fresh', lease, {}, false],
  ['another browser waits until 10 s have passed', lease, { presenceCutoff: 99_999 }, false],
  ['another browser gets it after 10 s without a report', lease, { presenceCutoff: 100_000 }, true],
  ["'Use it here' takes it immediately", lease, { takeOver: true }, true],
  ['a reload in the same browser gets it immediately', lease, { sessionHash: 'chrome' }, true],
  ['a closed page doesn’t get it back', left, { phoneId: 'page-1', sessionHash: 'chrome' }, false],
  [
    'a closed page doesn’t get it back with a late ‘Use it here’',
    left,
    { phoneId: 'page-1', sessionHash: 'chrome', takeOver: true },
    false,
  ],
  ['the next page gets it immediately', left, { sessionHash: 'chrome' }, true],
  ['a page whose session has ended doesn’t get it back', ended, { phoneId: 'page-1' }, false],
  ['the next session gets it immediately', ended, {}, true],
];

describe('acquiresLease', () => {
  it.each(rows)('%s', (_sentence, held, changes, expected) => {
    expect(acquiresLease(held, { ...report, ...changes })).toBe(expected);
  });
});

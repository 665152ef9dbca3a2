import { expect, it } from 'vitest';
import type { DeliveryOutcome } from '../../crm/core/sync.ts';
import { nextDueAt } from './delivery.ts';

const HOUR = 3_600_000;
const retry = { kind: 'retry', error: 'HTTP 503', mayHaveSucceeded: true } as const;

it.each<[string, DeliveryOutcome, number, number, number | null]>([
  ['a delivered event is not sent again', { kind: 'delivered', reason: null }, 1, 0, null],
  ['a rejected event is not sent again', { kind: 'rejected', error: 'no such contact' }, 1, 0, null],
  ['the first retry comes after 10 s', { ...retry, afterMs: null }, 1, 0, 10_000],
  ['the back-off doubles with each attempt', { ...retry, afterMs: null }, 3, 0, 40_000],
  ['the back-off is at most an hour', { ...retry, afterMs: null }, 20, 0, HOUR],
  ['a longer Retry-After is honored', { ...retry, afterMs: 90_000 }, 1, 0, 90_000],
  ['Retry-After is limited to an hour', { ...retry, afterMs: 5 * HOUR }, 1, 0, HOUR],
  [
    'rejected credentials pause the delivery for a minute',
    { kind: 'unauthorized', error: 'the token' },
    1,
    0,
    60_000,
  ],
  [
    'a delivery that waits is due when its wait ends',
    { kind: 'wait', until: 3_000, reason: 'being created' },
    5,
    0,
    3_000,
  ],
  ['the last attempt is made after a day', { ...retry, afterMs: null }, 20, 23.5 * HOUR, 0.5 * HOUR],
  ['no attempt is scheduled after a day', { ...retry, afterMs: 90_000 }, 20, 24 * HOUR, null],
])('%s', (_title, outcome, attempts, age, wait) => {
  const now = 100 * HOUR;
  const moved = outcome.kind === 'wait' ? { ...outcome, until: now + outcome.until } : outcome;
  expect(nextDueAt(moved, attempts, now - age, now)).toBe(wait === null ? null : now + wait);
});

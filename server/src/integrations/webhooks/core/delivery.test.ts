import { expect, it } from 'vitest';
import type { Told } from '../../crm/core/sync.ts';
import { nextDue } from './delivery.ts';

const HOUR = 3_600_000;
const later = { kind: 'later', error: 'HTTP 503', isUnheard: true } as const;

it.each<[string, Told, number, number, number | null]>([
  ['what was taken is never told again', { kind: 'taken', why: null }, 1, 0, null],
  ['nor what was refused', { kind: 'refused', error: 'no such contact' }, 1, 0, null],
  ['a failure: 10 s later', { ...later, afterMs: null }, 1, 0, 10_000],
  ['twice as long each time', { ...later, afterMs: null }, 3, 0, 40_000],
  ['an hour at most', { ...later, afterMs: null }, 20, 0, HOUR],
  ['what the other side asks for comes first', { ...later, afterMs: 90_000 }, 1, 0, 90_000],
  ['but not more than an hour', { ...later, afterMs: 5 * HOUR }, 1, 0, HOUR],
  ['a CRM that let nothing in: a minute', { kind: 'locked', error: 'the token' }, 1, 0, 60_000],
  ['one that waits for its own entry: then', { kind: 'wait', until: 3_000, why: 'being made' }, 5, 0, 3_000],
  ['the last try is made when a day is over', { ...later, afterMs: null }, 20, 23.5 * HOUR, 0.5 * HOUR],
  ['after a day no more', { ...later, afterMs: 90_000 }, 20, 24 * HOUR, null],
])('%s', (_sentence, told, attempts, age, wait) => {
  const now = 100 * HOUR;
  const moved = told.kind === 'wait' ? { ...told, until: now + told.until } : told;
  expect(nextDue(moved, attempts, now - age, now)).toBe(wait === null ? null : now + wait);
});

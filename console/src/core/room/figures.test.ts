import '@offhook/i18n/english';
import { DEFAULT_BOARD_LIMITS } from '@offhook/contract/console/board-limits';
import { expect, it } from 'vitest';
import { type Facts, oldestSince, roomFigures } from './figures.ts';

const NOW = Date.UTC(2026, 2, 2, 17);
const speed = (p50_ms: number | null) => ({ p50_ms, p90_ms: p50_ms, count: 1 });

const facts: Facts = {
  waiting: [
    { since: NOW - 600_000, dueAt: NOW + 1 },
    { since: NOW - 134_000, dueAt: null },
    { since: NOW - 90_000, dueAt: NOW },
  ],
  waiting_total: 28,
  today: { speed: speed(6_300), contact_rate: 0.41, missed: 17 },
  ready: 24,
};
const read = (changed: Partial<Facts> = {}, limits = DEFAULT_BOARD_LIMITS) =>
  roomFigures({ ...facts, ...changed }, limits, NOW).map(({ name, value, unit, level }) => [
    name,
    `${value}${unit === null ? '' : ` ${unit}`}`,
    level,
  ]);

it('the room’s figures name their limits and show which are reached', () => {
  expect(read()).toEqual([
    ['Leads waiting', '28', 'none'],
    ['Oldest lead, limit 2:00', '2:14', 'danger'],
    ['Speed to lead today', '6.3 s', 'none'],
    ['Contacted today', '41 %', 'none'],
    ['Missed today, limit 20', '17', 'caution'],
    ['Agents ready', '24', 'none'],
  ]);
});

it('the figures of an empty day have no value, and without limits no limit', () => {
  const none = { caution: null, danger: null };
  const limits = { ...DEFAULT_BOARD_LIMITS, oldest_lead: none, missed_today: none };
  const today = { speed: speed(null), contact_rate: null, missed: 0 };
  expect(read({ waiting: [], today }, limits).slice(1, 5)).toEqual([
    ['Oldest lead', '–', 'none'],
    ['Speed to lead today', '–', 'none'],
    ['Contacted today', '–', 'none'],
    ['Missed today', '0', 'none'],
  ]);
});

it('a call that is due later doesn’t wait yet', () => {
  expect(
    oldestSince(
      [
        { since: 1, dueAt: 3 },
        { since: 2, dueAt: null },
      ],
      2,
    ),
  ).toBe(2);
});

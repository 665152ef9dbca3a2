import { expect, it } from 'vitest';
import { newTimes, type WaitingAttempt } from './reschedule.ts';

/** A Monday. */
const MIDNIGHT = Date.UTC(2026, 2, 2);
const at = (hour: number, minute = 0) => MIDNIGHT + (hour * 60 + minute) * 60_000;
const NOW = at(7);
const open = (from: number, to = 18): WaitingAttempt['hours'] => ({
  schedule: {
    time_zone: 'UTC',
    pieces: [1, 2, 3, 4, 5].map((day) => ({ day, from: from * 60, to: to * 60 })),
  },
  contact: { doNotCall: false, isRemoved: false, timeZones: ['UTC'], attempts: [] },
  rules: { fromMinute: 0, toMinute: 1_440, attemptsPerDay: null },
});
const three = (hours: WaitingAttempt['hours'], from = at(6)) =>
  [1, 2, 3].map((id) => ({ id, from, dueAt: at(9, (id - 1) * 15), isImported: false, hours }));
const times = (...args: Parameters<typeof newTimes>) => newTimes(...args).map((one) => [one.id, one.at]);

it('attempts of a team that is now open are due at once', () => {
  const found = newTimes(three({ ...open(9), schedule: null }), [], NOW);
  expect(found).toEqual([1, 2, 3].map((id) => ({ id, at: NOW, reason: null })));
});

it('attempts of a team with other hours keep their order and distance, and leave out taken times', () => {
  const [eight, later] = [at(8), at(8, 20)];
  expect(times(three(open(8)), [later], NOW)).toEqual([
    [1, eight],
    [2, at(8, 35)],
    [3, at(8, 50)],
  ]);
  expect(newTimes(three(open(10)), [], NOW)[0]).toEqual({
    id: 1,
    at: at(10),
    reason: 'It is outside the team’s hours.',
  });
});

it('an attempt isn’t made before its own time', () => {
  expect(times(three({ ...open(9), schedule: null }, at(8, 30)), [], NOW)).toEqual([
    [1, at(8, 30)],
    [2, at(8, 30)],
    [3, at(8, 30)],
  ]);
});

it('attempts of an import share a time, and keep the import’s start', () => {
  const imported = (from: number) => three(open(8), from).map((one) => ({ ...one, isImported: true }));
  expect(times(imported(at(6)), [at(8)], NOW)).toEqual([1, 2, 3].map((id) => [id, at(8)]));
  expect(times(imported(at(10)), [], NOW)).toEqual([1, 2, 3].map((id) => [id, at(10)]));
});

it('attempts stay if nothing changes for them, or no hours are left', () => {
  expect(newTimes(three(open(9)), [], NOW)).toEqual([]);
  const never = { ...open(9), schedule: { time_zone: 'UTC', pieces: [] } };
  expect(newTimes(three(never), [], NOW)).toEqual([]);
});

import type { WeeklySchedule } from '@offhook/contract/weekly-schedule';
import { describe, expect, it } from 'vitest';
import {
  leadQueue,
  type MissedRing,
  type RecentCalls,
  type Shifts,
  type WaitingCalls,
} from './lead-queue.ts';

/** A Monday. */
const NOON = Date.UTC(2026, 2, 2, 12);
const MINUTE = 60_000;
const hours = (from: number, to: number): WeeklySchedule => ({
  time_zone: 'UTC',
  pieces: [1, 2, 3, 4, 5].map((day) => ({ day, from: from * 60, to: to * 60 })),
});
const calls = (count: number, changes: Partial<WaitingCalls> = {}): WaitingCalls => ({
  teamId: 1,
  agentId: null,
  count,
  nextDueAt: NOON + 3_000,
  ...changes,
});
const team: Shifts = { own: null, teams: [{ teamId: 1, schedule: null }] };
const queue = (
  waiting: readonly WaitingCalls[],
  {
    shifts = team,
    recent = [],
    missed = [],
  }: { shifts?: Shifts; recent?: readonly RecentCalls[]; missed?: readonly MissedRing[] } = {},
) => leadQueue({ agentId: 7, shifts }, waiting, recent, missed, NOON);

it.each<[string, readonly WaitingCalls[], number]>([
  ['the team’s leads without an owner', [calls(28)], 28],
  ['no leads of other teams', [calls(28, { teamId: 2 })], 0],
  ['no leads that a colleague owns', [calls(28, { agentId: 8 })], 0],
  [
    'the agent’s own leads, in any team',
    [calls(2, { agentId: 7, teamId: 2 }), calls(1, { teamId: null, agentId: 7 })],
    3,
  ],
  ['no leads without a team and an owner', [calls(1, { teamId: null })], 0],
])('an agent’s queue has %s', (_title, waiting, count) => {
  expect(queue(waiting)).toMatchObject({
    waiting: count,
    nextDueAt: count === 0 ? null : NOON + 3_000,
  });
});

it('the next time is the earliest of an agent’s leads', () => {
  const waiting = [
    calls(1),
    calls(1, { agentId: 7, nextDueAt: NOON - MINUTE }),
    calls(1, { teamId: 2, nextDueAt: 0 }),
  ];
  expect(queue(waiting)).toEqual({
    waiting: 2,
    nextDueAt: NOON - MINUTE,
    isAfterMissedRing: false,
    offShiftUntil: null,
  });
});

it.each<[string, RecentCalls, number]>([
  ['waits for the team’s limit', { teamId: 1, callsPerMinute: 1, startedAt: [NOON - 20_000] }, NOON + 40_000],
  [
    'waits for the oldest call that counts',
    { teamId: 1, callsPerMinute: 2, startedAt: [NOON - 50_000, NOON - 10_000, NOON - 20_000] },
    NOON + 40_000,
  ],
  [
    'ignores a limit that isn’t reached',
    { teamId: 1, callsPerMinute: 2, startedAt: [NOON - 20_000] },
    NOON - MINUTE,
  ],
  ['ignores another team’s limit', { teamId: 2, callsPerMinute: 1, startedAt: [NOON] }, NOON - MINUTE],
])('the next time %s', (_title, recent, at) => {
  expect(queue([calls(3, { nextDueAt: NOON - MINUTE })], { recent: [recent] }).nextDueAt).toBe(at);
});

it.each<[string, number, number, number, boolean]>([
  ['is a minute after a missed ring', 7, NOON - 20_000, NOON + 40_000, true],
  ['is its own if that minute is over', 7, NOON - MINUTE, NOON - MINUTE, false],
  ['ignores a colleague’s missed ring', 8, NOON - 20_000, NOON - MINUTE, false],
])('the next time %s', (_title, agentId, missedAt, at, isAfterMissedRing) => {
  const found = queue([calls(3, { nextDueAt: NOON - MINUTE })], { missed: [{ agentId, missedAt }] });
  expect(found).toMatchObject({ nextDueAt: at, isAfterMissedRing });
});

it('a missed ring does not delay a lead that is due later, and says nothing without leads', () => {
  const missed = [{ agentId: 7, missedAt: NOON - 20_000 }];
  const later = { nextDueAt: NOON + 2 * MINUTE };
  expect(queue([calls(3, later)], { missed })).toMatchObject({ ...later, isAfterMissedRing: false });
  expect(queue([], { missed })).toMatchObject({ nextDueAt: null, isAfterMissedRing: false });
});

describe('an agent is off shift', () => {
  const closed = { teamId: 1, schedule: hours(13, 17) };
  it.each<[string, Shifts, number | null]>([
    ['until their team opens', { own: null, teams: [closed] }, NOON + 60 * MINUTE],
    ['until their own hours start', { own: hours(14, 18), teams: team.teams }, NOON + 120 * MINUTE],
    ['until both are open', { own: hours(14, 18), teams: [closed] }, NOON + 120 * MINUTE],
    [
      'until the first of their teams opens',
      { own: null, teams: [closed, { teamId: 2, schedule: hours(15, 16) }] },
      NOON + 60 * MINUTE,
    ],
    [
      'never while one of their teams is open',
      { own: null, teams: [closed, { teamId: 2, schedule: null }] },
      null,
    ],
    ['never without hours of their own or a team', { own: null, teams: [] }, null],
    ['for an unknown time if the hours never overlap', { own: hours(1, 2), teams: [closed] }, null],
  ])('%s', (_title, shifts, until) => {
    expect(queue([], { shifts }).offShiftUntil).toBe(until);
  });
});

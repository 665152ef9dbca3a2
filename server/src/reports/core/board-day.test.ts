import { expect, it } from 'vitest';
import {
  type DayCall,
  leadOutcome,
  lostReason,
  percentile,
  summarizeDay,
  summarizeSteps,
} from './board-day.ts';

const ZONE = 'America/New_York';
const NOW = Date.UTC(2026, 2, 2, 16, 30);
const at = (hour: number, minute = 0) => Date.UTC(2026, 2, 2, hour + 5, minute);

const call = (changes: Partial<DayCall> = {}): DayCall => ({
  leadId: 1,
  status: 'completed',
  result: null,
  startedAt: at(9),
  talkStartedAt: null,
  endedAt: at(9, 5),
  seconds: 0,
  ...changes,
});

it.each([
  ['a call without a conversation', [call({ status: 'no-answer' })], 'missed'],
  ['a conversation without a result', [call({ talkStartedAt: at(9, 1) })], 'contacted'],
  [
    'a conversation with the result voicemail',
    [call({ talkStartedAt: at(9, 1), result: 'voicemail' })],
    'missed',
  ],
  ['a result without a conversation', [call({ result: 'contacted' })], 'contacted'],
  ['a missed call and a contact', [call({ status: 'missed' }), call({ result: 'contacted' })], 'contacted'],
  [
    'a parked lead that no agent picked up',
    [call({ status: 'missed', talkStartedAt: at(9, 1), result: 'contacted' })],
    'missed',
  ],
  ['a contact and a removal', [call({ result: 'contacted' }), call({ result: 'removed' })], 'removed'],
  [
    'a missed call and a ringing one',
    [call({ status: 'missed' }), call({ status: 'ringing', endedAt: null })],
    'open',
  ],
] as const)('%s has the right outcome', (_, calls, outcome) => {
  expect(leadOutcome(calls)).toBe(outcome);
});

it('leads are counted once, in the hour of their first call', () => {
  const calls = [
    call({
      leadId: 1,
      startedAt: at(11, 1),
      endedAt: at(11, 9),
      result: 'contacted',
      talkStartedAt: at(11, 2),
      seconds: 400,
    }),
    call({ leadId: 1, startedAt: at(9), status: 'missed' }),
    call({ leadId: 2, startedAt: at(9, 59), status: 'no-answer' }),
    call({ leadId: 3, startedAt: at(11), status: 'no-answer' }),
    call({ leadId: 4, startedAt: at(11), status: 'busy' }),
    call({ leadId: 5, startedAt: at(0, 10), result: 'removed' }),
    call({
      leadId: 6,
      startedAt: at(11, 15),
      status: 'in-progress',
      talkStartedAt: at(11, 20),
      endedAt: null,
    }),
    call({ leadId: 7, startedAt: at(11, 29), status: 'ringing', endedAt: null }),
    call({ leadId: null, startedAt: at(10), seconds: 30 }),
  ];
  const day = summarizeDay(calls, ZONE, NOW);
  expect(day).toMatchObject({ leads: 7, contacted: 2, missed: 3, removed: 1, longestSeconds: 600 });
  expect(day.lost).toEqual([
    { reason: 'The lead did not answer', count: 2 },
    { reason: 'All agents were busy', count: 1 },
    { reason: 'Removed by an agent', count: 1 },
  ]);
  expect(day.hours).toHaveLength(12);
  expect(day.hours.filter(({ leads }) => leads > 0)).toEqual([
    { hour: 0, leads: 1, contacted: 0, missed: 0 },
    { hour: 9, leads: 2, contacted: 1, missed: 1 },
    { hour: 11, leads: 4, contacted: 1, missed: 2 },
  ]);
});

it('all counts of an empty day are zero', () => {
  expect(summarizeDay([], ZONE, NOW)).toMatchObject({ leads: 0, contacted: 0, lost: [], longestSeconds: 0 });
});

it('the reason for a lost lead comes from its last call, and the agent’s result takes precedence', () => {
  expect(lostReason(call({ status: 'offline' }))).toBe('Outside availability hours');
  expect(lostReason(call({ status: 'completed', result: 'voicemail' }))).toBe('Reached voicemail only');
});

it.each([
  [[], 50, null],
  [[7], 50, 7],
  [[7], 90, 7],
  [[1, 2], 50, 1],
  [[3, 1, 2], 50, 2],
  [[10, 9, 8, 7, 6, 5, 4, 3, 2, 1], 50, 5],
  [[10, 9, 8, 7, 6, 5, 4, 3, 2, 1], 90, 9],
  [[0, 0, 0, 1000], 90, 1000],
] as const)('of %j, percentile %i is %s', (values, percent, expected) => {
  expect(percentile(values, percent)).toBe(expected);
});

it('a call counts only for the steps that it reached', () => {
  const none = {
    intake: null,
    schedule: null,
    routing: null,
    ring: null,
    accept: null,
    dial: null,
    answer: null,
  };
  const steps = summarizeSteps([
    { ...none, intake: 0, ring: 200 },
    { ...none, intake: 40 },
    { ...none, intake: 20, ring: 400, accept: 3000 },
  ]);
  expect(steps.intake).toEqual({ p50_ms: 20, p90_ms: 40, count: 3 });
  expect(steps.ring).toEqual({ p50_ms: 200, p90_ms: 400, count: 2 });
  expect(steps.accept).toEqual({ p50_ms: 3000, p90_ms: 3000, count: 1 });
  expect(steps.answer).toEqual({ p50_ms: null, p90_ms: null, count: 0 });
});

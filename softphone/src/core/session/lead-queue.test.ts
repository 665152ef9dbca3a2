import { expect, test } from 'vitest';
import type { LeadQueue, PhoneEvent } from '../events.ts';
import { presence, run, signedInAs } from '../sample-events.ts';

const AT = 1_000_000;
const queue = (fields: Partial<LeadQueue> = {}): LeadQueue => ({
  at: AT,
  waiting: 28,
  nextDueAt: AT + 2_500,
  isAfterMissedRing: false,
  offShiftUntil: null,
  ...fields,
});
const tick = (ms: number): PhoneEvent => ({ type: 'clockTicked', at: AT + ms, wasSuspended: false });

test.each<[string, Partial<LeadQueue>, number, number | null]>([
  ['counts down to the next lead', {}, 0, 3],
  ['counts down by the clock', {}, 1_000, 2],
  ['is 0 when the lead is due', {}, 2_500, 0],
  ['stays 0 while the lead connects', {}, 12_000, 0],
  ['is unknown when the lead didn’t ring', {}, 12_500, null],
  ['is unknown for leads that have waited before', { nextDueAt: AT - 60_000 }, 0, null],
  ['is unknown without a time', { nextDueAt: null }, 0, null],
  ['is unknown without leads', { waiting: 0 }, 0, null],
])('the time to the next lead %s', (_title, fields, ms, left) => {
  const { state } = run([signedInAs(), presence({ queue: queue(fields) }), tick(ms)]);
  expect(state.queue?.secondsLeft).toBe(left);
});

test('the queue is the last that the server reported', () => {
  expect(
    run([signedInAs(), presence({ queue: queue() }), presence({ queue: queue({ waiting: 5 }) })]).state.queue,
  ).toMatchObject({
    waiting: 5,
  });
  expect(run([signedInAs(), presence({ queue: queue() }), presence()]).state.queue).toBeNull();
});

test('the queue is unknown while another page is the phone', () => {
  expect(
    run([signedInAs(), presence({ queue: queue() }), presence({ phone: false, queue: queue() })]).state.queue,
  ).toBeNull();
});

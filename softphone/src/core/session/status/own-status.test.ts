import { expect, it, test } from 'vitest';
import type { PhoneEvent } from '../../events.ts';
import { effectTypes, ownStatus, presence, run, signedInAs } from '../../sample-events.ts';
import { minutesLeft, otherStatus } from './own-status.ts';
import { statusLoaded } from './status-state.ts';

const agent = signedInAs();
const onBreak = ownStatus({ revision: 'break~1', key: 'break', seconds: 5 });
const loaded: PhoneEvent = { type: 'statusLoaded', status: onBreak, at: 100_000, askedAt: 99_000 };
const last = (...events: readonly PhoneEvent[]) => effectTypes(run([agent, events]).last);

test.each<[string, readonly PhoneEvent[], boolean]>([
  ['is loaded when a presence response names it', [presence({ status: 'break~1' })], true],
  ['isn’t loaded from a server without statuses', [presence({ status: null })], false],
  [
    'isn’t loaded twice at the same time',
    [presence({ status: 'break~1' }), presence({ status: 'break~1' })],
    false,
  ],
  ['isn’t loaded again while unchanged', [loaded, presence({ status: 'break~1' })], false],
  ['is loaded again when it changed', [loaded, presence({ status: 'available~2' })], true],
  [
    'is loaded again after a failure',
    [presence({ status: 'break~1' }), { type: 'statusNotLoaded' }, presence({ status: 'break~1' })],
    true,
  ],
  ['is loaded when a realtime message names it', [{ type: 'statusUpdated', revision: 'break~1' }], true],
  ['is loaded when its menu opens, which shows used minutes', [loaded, { type: 'statusMenuOpened' }], true],
])('the status %s', (_, events, loads) => {
  expect(last(...events).includes('loadStatus')).toBe(loads);
});

it('is chosen only if the server has statuses', () => {
  const chosen: PhoneEvent = { type: 'statusChosen', key: 'break' };
  expect(last(chosen)).not.toContain('chooseStatus');
  expect(last(loaded, chosen)).toContain('chooseStatus');
});

it('shows why a status was not chosen', () => {
  const { state } = run([agent, loaded, { type: 'statusNotChosen', error: 'No.' }]);
  expect(state.screen.alerts).toEqual(['No.']);
});

const answered = (at: number) => ({ at, askedAt: at - 100 });

it('has a start that doesn’t jump with each response', () => {
  const first = statusLoaded(null, onBreak, answered(100_000));
  expect(first.since).toBe(95_000);
  expect(statusLoaded(first, { ...onBreak, seconds: 9 }, answered(104_800)).since).toBe(95_000);
  expect(statusLoaded(first, { ...onBreak, revision: 'break~2', seconds: 0 }, answered(104_800)).since).toBe(
    104_800,
  );
});

it('stays as chosen if an earlier request is answered late', () => {
  const late: PhoneEvent = { type: 'statusLoaded', status: ownStatus(), at: 101_000, askedAt: 98_999 };
  expect(otherStatus(run([agent, loaded, late]).state)).toMatchObject({ key: 'break' });
  expect(otherStatus(run([agent, loaded, { ...late, askedAt: 99_000 }]).state)).toBeNull();
});

it('is another status than available as soon as it has started', () => {
  const statusAfter = (status: typeof onBreak) =>
    otherStatus(run([agent, { type: 'statusLoaded', status, at: 1, askedAt: 1 }]).state);
  expect(statusAfter(onBreak)).toMatchObject({ key: 'break', choice: { icon: 'coffee' } });
  expect(statusAfter(ownStatus({ next: 'break' }))).toBeNull();
  expect(statusAfter(ownStatus({ key: 'do_not_disturb' }))).toMatchObject({ choice: null });
});

it.each<[string, number | null, number, ReturnType<typeof minutesLeft>]>([
  ['full minutes left', 30, 760, { left: 17 }],
  ['the last minute', 30, 1_790, { left: 0 }],
  ['started minutes over', 30, 1_801, { over: 1 }],
  ['no limit', null, 5_000, null],
])('minutes are counted: %s', (_, minutes_per_day, used_seconds, expected) => {
  const choice = { ...onBreak.choices[0], key: 'break', name: null, icon: 'coffee' as const };
  const status = { choice: { ...choice, minutes_per_day, used_seconds: used_seconds - 10 }, loadedAt: 0 };
  expect(minutesLeft(status, 10_000)).toEqual(expected);
});

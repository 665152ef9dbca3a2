import { describe, expect, test } from 'vitest';
import {
  newestFirst,
  outcomeOf,
  partyStatus,
  resultChoices,
  resultName,
  roleName,
  statusChoices,
  statusName,
} from './call-names.ts';

describe('what a call came to', () => {
  test.each([
    ['completed', 277, '4:37'],
    ['completed', 0, 'No answer'],
    ['missed', 0, 'Missed'],
    ['in-progress', 12, 'In progress'],
    ['no-answer', 0, 'No answer'],
    ['something_new', 0, 'Something new'],
  ])('%s of %d seconds is shown as %s', (status, seconds, expected) => {
    expect(outcomeOf({ status, seconds })).toBe(expected);
  });

  test.each([
    [null, null],
    ['contacted', 'Contacted'],
  ])('the result %j is named %j', (result, expected) => {
    expect(resultName(result)).toBe(expected);
  });
});

test('unknown values are shown with a capital', () => {
  expect(statusName('paused')).toBe('Paused');
  expect(roleName('monitor')).toBe('Monitor');
  expect(partyStatus('left_alone')).toBe('Left alone');
});

test('a filter offers every status and result by its name', () => {
  expect(statusChoices().slice(0, 2)).toEqual([
    ['ringing', 'Ringing'],
    ['in-progress', 'In progress'],
  ]);
  expect(resultChoices().at(-1)).toEqual(['none', 'No result']);
});

test('calls are listed by their start, newest first, in whatever order they were recorded', () => {
  const calls = ['2026-11-17T17:00:00Z', '2026-11-17T18:01:42Z', '2026-11-16T17:00:00Z'].map(
    (started_at) => ({ started_at }),
  );
  expect(newestFirst(calls)).toEqual([calls[1], calls[0], calls[2]]);
});

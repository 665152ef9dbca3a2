import { describe, expect, test } from 'vitest';
import { outcomeOf, partName, resultName, statusName } from './call-words.ts';

describe('what a call came to', () => {
  test.each([
    ['completed', 277, '4:37'],
    ['completed', 0, 'No Answer'],
    ['missed', 0, 'Missed'],
    ['in-progress', 12, 'In Progress'],
    ['no-answer', 0, 'No Answer'],
    ['something_new', 0, 'Something new'],
  ])('%s of %d seconds is told as %s', (status, seconds, expected) => {
    expect(outcomeOf({ status, seconds })).toBe(expected);
  });

  test.each([
    [null, null],
    ['contacted', 'Contacted'],
  ])('the result %j is named %j', (result, expected) => {
    expect(resultName(result)).toBe(expected);
  });
});

test('words that came later than this page are shown as they are', () => {
  expect(statusName('paused')).toBe('Paused');
  expect(partName('monitor')).toBe('Monitor');
});

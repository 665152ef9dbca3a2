import { describe, expect, test } from 'vitest';
import { changedFields, changedValues, changesText } from './changes-count.ts';

const saved = {
  name: 'Sales',
  retries: [1, 5, 30],
  schedule: { zone: 'UTC', pieces: [{ day: 1 }] },
  note: null,
};

describe('a form and what the server has', () => {
  test.each([
    ['nothing was touched', {}, []],
    ['a word was changed', { name: 'Support' }, ['name']],
    ['a list has one more', { retries: [1, 5, 30, 60] }, ['retries']],
    ['a list is in another order', { retries: [5, 1, 30] }, ['retries']],
    ['a list was written anew with the same', { retries: [1, 5, 30] }, []],
    ['something deep was changed', { schedule: { zone: 'UTC', pieces: [{ day: 2 }] } }, ['schedule']],
    ['two fields were changed', { name: '', note: 'x' }, ['name', 'note']],
  ])('%s', (_, change, expected) => {
    const form = { ...saved, ...change } as typeof saved;
    expect(changedFields(saved, form)).toEqual(expected);
    expect(Object.keys(changedValues(saved, form))).toEqual(expected);
  });

  test.each([
    [0, ''],
    [1, '1 unsaved change'],
    [2, '2 unsaved changes'],
  ])('%i of them are shown as "%s"', (count, expected) => {
    expect(changesText(count)).toBe(expected);
  });
});

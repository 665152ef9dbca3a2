import { describe, expect, test } from 'vitest';
import { changedFields, changedValues, changesText } from './changes-count.ts';

const saved = {
  name: 'Sales',
  retries: [1, 5, 30],
  schedule: { zone: 'UTC', pieces: [{ day: 1 }] },
  note: null,
};

describe('the changed fields of a form', () => {
  test.each([
    ['no change', {}, []],
    ['a changed text', { name: 'Support' }, ['name']],
    ['an added list entry', { retries: [1, 5, 30, 60] }, ['retries']],
    ['a list in another order', { retries: [5, 1, 30] }, ['retries']],
    ['an equal copy of a list', { retries: [1, 5, 30] }, []],
    ['a nested change', { schedule: { zone: 'UTC', pieces: [{ day: 2 }] } }, ['schedule']],
    ['two changed fields', { name: '', note: 'x' }, ['name', 'note']],
  ])('after %s are found', (_, change, expected) => {
    const form = { ...saved, ...change } as typeof saved;
    expect(changedFields(saved, form)).toEqual(expected);
    expect(Object.keys(changedValues(saved, form))).toEqual(expected);
  });

  test.each([
    [0, ''],
    [1, '1 unsaved change'],
    [2, '2 unsaved changes'],
  ])('counted as %i are shown as "%s"', (count, expected) => {
    expect(changesText(count)).toBe(expected);
  });
});

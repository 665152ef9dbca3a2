import { expect, test } from 'vitest';
import { nextPage } from './next-page.ts';

test.each([
  ['nothing', '', null],
  ['the console', '?next=%2Fadmin', '/admin'],
  ['a page of the console', '?next=%2Fadmin%2Fcalls%3Fsearch%3DLima', '/admin/calls?search=Lima'],
  ['the live board with a question mark', '?next=/admin?team=1', '/admin?team=1'],
  ['another site', '?next=https%3A%2F%2Fevil.example%2Fadmin', null],
  ['another site without a scheme', '?next=%2F%2Fevil.example%2Fadmin', null],
  ['a path with the same prefix', '?next=%2Fadministration', null],
  ['a path that starts with a backslash', '?next=%5Cadmin', null],
  ['a script', '?next=javascript%3Aalert(1)', null],
  ['the phone itself', '?next=%2F', null],
])('the next page in a query with %s', (_, search, expected) => {
  expect(nextPage(search)).toBe(expected);
});

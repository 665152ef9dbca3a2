import { expect, test } from 'vitest';
import { loginUrl } from './addresses.ts';

test.each([
  ['the page itself', '/admin', '', '/?next=%2Fadmin'],
  ['a page with filters', '/admin/calls', '?search=a%26b', '/?next=%2Fadmin%2Fcalls%3Fsearch%3Da%2526b'],
])('a login returns to %s', (_, pathname, search, expected) => {
  const address = loginUrl({ pathname, search });
  expect(address).toBe(expected);
  expect(new URL(address, 'http://localhost').searchParams.get('next')).toBe(pathname + search);
});

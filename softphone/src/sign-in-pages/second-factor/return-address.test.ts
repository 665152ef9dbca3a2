import { expect, test } from 'vitest';
import { returnAddress } from './return-address.ts';

test.each([
  ['', '', '/'],
  ['', '?next=/admin/calls?page=2', '/admin/calls?page=2'],
  ['', '?next=https://evil.example', '/'],
  ['', '?next=//evil.example', '/'],
  ['', '?url=tel%3A%2B14155550100&login_error=googleExpired', '/?url=tel%3A%2B14155550100'],
  ['https://phone.example', '?next=/admin', 'https://phone.example/admin'],
  ['https://phone.example', '', 'https://phone.example/'],
  ['https://phone.example', '?page=https://phone.example', 'https://phone.example/'],
])('a login of the page at ‘%s’ with ‘%s’ goes on at %s', (page, search, address) => {
  expect(returnAddress(page, search)).toBe(address);
});

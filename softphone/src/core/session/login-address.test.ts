import { expect, test } from 'vitest';
import { GOOGLE_LOGIN, loginAddress } from './login-address.ts';

const PAGE = 'https://phone.example.com';
const API = 'https://api.example.com';
const PATH = GOOGLE_LOGIN;

test('a login can keep the query of its page', () => {
  expect(loginAddress(PATH, PAGE, PAGE, null, '?url=tel%3A1')).toBe(`${PAGE}${PATH}?url=tel%3A1`);
});

test.each([
  [PAGE, null, `${PAGE}${PATH}`],
  [PAGE, '/admin/teams', `${PAGE}${PATH}?next=%2Fadmin%2Fteams`],
  [API, null, `${API}${PATH}?page=https%3A%2F%2Fphone.example.com`],
  [API, '/admin', `${API}${PATH}?next=%2Fadmin&page=https%3A%2F%2Fphone.example.com`],
])('with the API at %s and the next page %s, a login on the server starts at %s', (api, next, expected) => {
  expect(loginAddress(PATH, api, PAGE, next)).toBe(expected);
});

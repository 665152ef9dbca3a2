import { expect, test } from 'vitest';
import { googleLoginAddress } from './google-login.ts';

const PAGE = 'https://phone.example.com';
const API = 'https://api.example.com';
const PATH = '/apps/webrtc/login/google';

test.each([
  [PAGE, null, `${PAGE}${PATH}`],
  [PAGE, '/admin/teams', `${PAGE}${PATH}?next=%2Fadmin%2Fteams`],
  [API, null, `${API}${PATH}?page=https%3A%2F%2Fphone.example.com`],
  [API, '/admin', `${API}${PATH}?next=%2Fadmin&page=https%3A%2F%2Fphone.example.com`],
])('with the API at %s and the next page %s, the Google login starts at %s', (api, next, expected) => {
  expect(googleLoginAddress(api, PAGE, next)).toBe(expected);
});

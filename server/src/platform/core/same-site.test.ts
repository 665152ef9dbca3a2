import { expect, test } from 'vitest';
import { canBeSameSite } from './same-site.ts';

test.each([
  ['https://phone.example.com', 'https://api.example.com', true],
  ['https://phone.example.com:8443', 'https://example.com', true],
  ['http://localhost:5173', 'http://localhost:8080', true],
  ['http://phone.example.com', 'https://api.example.com', false],
  ['https://phone.example.com', 'https://api.example.org', false],
  ['https://phone.lan', 'https://api.lan', false],
  ['https://phone', 'https://api', false],
  ['https://10.0.0.1', 'https://10.1.0.1', false],
  ['https://10.0.0.1:1', 'https://10.0.0.1:2', true],
  ['https://[fd00::1]', 'https://[fd01::1]', false],
])('%s and %s can be same-site: %s', (one, other, expected) => {
  expect(canBeSameSite(one, other)).toBe(expected);
  expect(canBeSameSite(other, one)).toBe(expected);
});

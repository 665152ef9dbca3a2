import { expect, test } from 'vitest';
import { requiresTls } from './realtime-client.ts';

test.each<[page: string, host: string, isSecure: boolean]>([
  ['http://localhost:7000', 'localhost', false],
  ['http://127.0.0.1:7000', '[::1]', false],
  ['https://localhost:7000', 'localhost', true],
  ['http://localhost:7000', 'realtime.example.com', true],
  ['http://localhost:7000', '', true],
  ['http://phone.example.com', 'localhost', true],
  ['https://phone.example.com', 'realtime.example.com', true],
])('a page at %s connects to the realtime service at "%s" only with TLS: %s', (page, host, isSecure) => {
  expect(requiresTls(new URL(page), host)).toBe(isSecure);
});

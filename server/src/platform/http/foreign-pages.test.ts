import { expect, it } from 'vitest';
import { createForeignPageCheck, type Headers } from './foreign-pages.ts';

const PAGE = 'https://page.phone.example';
const isForeign = createForeignPageCheck('https://phone.example', [PAGE]);
const onLoopback = createForeignPageCheck('http://localhost:8080');

it.each<[string, Headers]>([
  ['a program’s request', { host: 'localhost:8080' }],
  ['a program’s request to an IP address', { host: '[::1]:8080' }],
  ['this machine’s page', { host: 'localhost:8080', origin: 'http://localhost:8080' }],
  ['the page at the public URL', { host: 'phone.example', origin: 'https://phone.example' }],
  ['a configured page', { host: 'phone.example', origin: PAGE }],
  ['a request to a configured page’s host', { host: 'page.phone.example' }],
])('%s is not foreign', (_, headers) => {
  expect(isForeign(headers)).toBe(false);
});

it.each<[string, Headers]>([
  ['a request without a host', {}],
  ['a request to an unknown host', { host: 'evil.test:8080' }],
  ['a request to a host that starts with localhost', { host: 'localhost.evil.test' }],
  ['a page that uses DNS rebinding', { host: 'evil.test', origin: 'http://evil.test' }],
  ['another site’s page', { host: 'phone.example', origin: 'https://evil.test' }],
  ['another program’s page on this machine', { host: 'localhost:8080', origin: 'http://localhost:9' }],
  ['a page with an opaque origin', { host: 'localhost:8080', origin: 'null' }],
])('%s is foreign', (_, headers) => {
  expect(isForeign(headers)).toBe(true);
});

it('all loopback names count as the same machine', () => {
  expect(onLoopback({ host: '127.0.0.1:8080', origin: 'http://localhost:8080' })).toBe(false);
});

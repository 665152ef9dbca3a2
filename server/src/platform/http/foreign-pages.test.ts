import { expect, it } from 'vitest';
import { createForeignPageCheck, type Headers } from './foreign-pages.ts';

const PAGE = 'https://page.phone.example';
const isForeign = createForeignPageCheck('https://phone.example', [PAGE]);
const onLoopback = createForeignPageCheck('http://localhost:8080');

it.each<[string, Headers, boolean]>([
  ['a program', { host: 'localhost:8080' }, false],
  ['a program that uses an address', { host: '[::1]:8080' }, false],
  ['the page of this machine', { host: 'localhost:8080', origin: 'http://localhost:8080' }, false],
  ['the page at the public URL', { host: 'phone.example', origin: 'https://phone.example' }, false],
  ['a configured page', { host: 'phone.example', origin: PAGE }, false],
  ['a configured page’s own host', { host: 'page.phone.example' }, false],
  ['no host', {}, true],
  ['a foreign host', { host: 'evil.test:8080' }, true],
  ['a host with localhost as prefix', { host: 'localhost.evil.test' }, true],
  ['a page with DNS rebinding', { host: 'evil.test', origin: 'http://evil.test' }, true],
  ['another site’s page', { host: 'phone.example', origin: 'https://evil.test' }, true],
  ['another program’s page of this machine', { host: 'localhost:8080', origin: 'http://localhost:9' }, true],
  ['a page with an opaque origin', { host: 'localhost:8080', origin: 'null' }, true],
])('%s', (_, headers, is) => {
  expect(isForeign(headers)).toBe(is);
});

it('all loopback names count as the same machine', () => {
  expect(onLoopback({ host: '127.0.0.1:8080', origin: 'http://localhost:8080' })).toBe(false);
});

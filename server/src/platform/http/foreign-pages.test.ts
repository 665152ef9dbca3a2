import { expect, it } from 'vitest';
import { foreignPages, type Headers } from './foreign-pages.ts';

const PAGE = 'https://page.phone.example';
const isForeign = foreignPages('https://phone.example', [PAGE]);
const onLoopback = foreignPages('http://localhost:8080');

it.each<[string, Headers, boolean]>([
  ['a program', { host: 'localhost:8080' }, false],
  ['a program that asks by address', { host: '[::1]:8080' }, false],
  ['the page of this machine', { host: 'localhost:8080', origin: 'http://localhost:8080' }, false],
  ['the page of the public address', { host: 'phone.example', origin: 'https://phone.example' }, false],
  ['a named page', { host: 'phone.example', origin: PAGE }, false],
  ['a named page’s own host', { host: 'page.phone.example' }, false],
  ['no host', {}, true],
  ['a foreign host', { host: 'evil.test:8080' }, true],
  ['a host that begins like this machine', { host: 'localhost.evil.test' }, true],
  ['a page whose name leads here', { host: 'evil.test', origin: 'http://evil.test' }, true],
  ['another site’s page', { host: 'phone.example', origin: 'https://evil.test' }, true],
  ['another program’s page of this machine', { host: 'localhost:8080', origin: 'http://localhost:9' }, true],
  ['a page without an origin of its own', { host: 'localhost:8080', origin: 'null' }, true],
])('%s', (_, headers, is) => {
  expect(isForeign(headers)).toBe(is);
});

it('takes this machine’s names for one another', () => {
  expect(onLoopback({ host: '127.0.0.1:8080', origin: 'http://localhost:8080' })).toBe(false);
});

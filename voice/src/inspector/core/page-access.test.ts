import { expect, test } from 'vitest';
import { denyPageRequest, isLoopbackHost, type PageRequest, type RequestHeaders } from './page-access.ts';

const local = { isLoopback: true, isAuthorized: false };
const open = { isLoopback: false, isAuthorized: false };
const loggedIn = { isLoopback: false, isAuthorized: true };
const host = 'localhost:7001';
const origin = 'http://localhost:7001';

test.each<[string, PageRequest, RequestHeaders, typeof local, number | null]>([
  ['a local browser opens the page', 'page', { host }, local, null],
  ['127.0.0.1 is local', 'page', { host: '127.0.0.1:7001' }, local, null],
  ['[::1] is local', 'page', { host: '[::1]:7001' }, local, null],
  ['a link of another site opens the page', 'page', { host, 'sec-fetch-site': 'cross-site' }, local, null],
  ['a rebound name does not', 'page', { host: 'evil.example:7001' }, local, 403],
  ['a name that begins like an address does not', 'page', { host: '127.0.0.1.evil.example' }, local, 403],
  ['a name that begins like localhost does not', 'page', { host: 'localhost.evil.example' }, local, 403],
  ['a missing Host does not', 'page', {}, local, 403],
  ['a Host with a user does not', 'page', { host: 'localhost@evil.example' }, local, 403],
  ['a script without Origin reads', 'read', { host }, local, null],
  ['the page reads', 'read', { host, 'sec-fetch-site': 'same-origin' }, local, null],
  ['a page of another port does not', 'read', { host, 'sec-fetch-site': 'same-site' }, local, 403],
  ['another site does not', 'read', { host, 'sec-fetch-site': 'cross-site' }, local, 403],
  ['another origin does not read', 'read', { host, origin: 'http://localhost:3000' }, local, 403],
  [
    'a rebound name with its own Origin',
    'act',
    { host: 'e.example', origin: 'http://e.example' },
    local,
    403,
  ],
  ['the page acts', 'act', { host, origin }, local, null],
  ['the page acts over TLS', 'act', { host, origin: 'https://localhost:7001' }, local, null],
  ['a change without Origin', 'act', { host }, local, 403],
  ['a change from another port', 'act', { host, origin: 'http://localhost:3000' }, local, 403],
  ['a change from a sandboxed frame', 'act', { host, origin: 'null' }, local, 403],
  ['an open address without a password', 'page', { host: '10.0.0.2:7001' }, open, 401],
  ['an open address with the password', 'page', { host: '10.0.0.2:7001' }, loggedIn, null],
  ['a change at an open address', 'act', { host: 'pbx.lan', origin: 'http://pbx.lan' }, loggedIn, null],
  [
    'a change from elsewhere with the password',
    'act',
    { host: 'pbx.lan', origin: 'http://x' },
    loggedIn,
    403,
  ],
])('%s (%s)', (_, kind, headers, access, status) => {
  expect(denyPageRequest(kind, headers, access)?.status ?? null).toBe(status);
});

test.each([
  ['127.0.0.1', true],
  ['127.8.8.8', true],
  ['::1', true],
  ['LOCALHOST', true],
  ['0.0.0.0', false],
  ['::', false],
  ['192.168.1.2', false],
  ['localhost.example', false],
])('%s is a loopback address: %s', (address, expected) => {
  expect(isLoopbackHost(address)).toBe(expected);
});

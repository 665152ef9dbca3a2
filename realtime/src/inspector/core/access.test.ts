import { expect, test } from 'vitest';
import { type AccessRules, accessFailure, type PageRequest } from './access.ts';

const isPassword = (user: string, password: string) => user === 'key' && password === 'a:secret';
const LOOPBACK: AccessRules = { scheme: 'http', isLoopback: true, isPassword };
const PUBLIC: AccessRules = { scheme: 'https', isLoopback: false, isPassword };
const LOGIN = `Basic ${btoa('key:a:secret')}`;

const get = (host?: string, origin?: string, authorization?: string): PageRequest => ({
  method: 'GET',
  host,
  origin,
  authorization,
});
const post = (host?: string, origin?: string, authorization?: string): PageRequest => ({
  ...get(host, origin, authorization),
  method: 'POST',
});

test.each<[string, PageRequest, AccessRules, number | undefined]>([
  ['localhost opens the page without a password', get('localhost:7002'), LOOPBACK, undefined],
  ['127.0.0.1 opens the page', get('127.0.0.1:7002'), LOOPBACK, undefined],
  ['an IPv6 loopback address opens the page', get('[::1]:7002'), LOOPBACK, undefined],
  ['a name under localhost opens the page', get('app.localhost:7002'), LOOPBACK, undefined],
  ['a name that was rebound to this computer is rejected', get('evil.example:7002'), LOOPBACK, 403],
  ['a name that only begins like localhost is rejected', get('localhost.evil.example'), LOOPBACK, 403],
  ['a name that only begins like an address is rejected', get('127.0.0.1.evil.example'), LOOPBACK, 403],
  ['a request without a Host is rejected', get(), LOOPBACK, 403],
  ['the page itself may change things', post('localhost:1', 'http://localhost:1'), LOOPBACK, undefined],
  ['another port may not', post('localhost:1', 'http://localhost:2'), LOOPBACK, 403],
  ['another scheme may not', post('localhost:1', 'https://localhost:1'), LOOPBACK, 403],
  ['another site may not', post('localhost:1', 'https://evil.example'), LOOPBACK, 403],
  ['a sandboxed page may not', post('localhost:1', 'null'), LOOPBACK, 403],
  ['a change without an Origin is rejected', post('localhost:1'), LOOPBACK, 403],
  ['another site may not read', get('localhost:1', 'https://evil.example'), LOOPBACK, 403],
  ['a public address needs a password', get('phone.example'), PUBLIC, 401],
  [
    'a public address rejects a wrong password',
    get('phone.example', undefined, `Basic ${btoa('key:b')}`),
    PUBLIC,
    401,
  ],
  [
    'a public address rejects text that isn’t Base64',
    get('phone.example', undefined, 'Basic a==='),
    PUBLIC,
    401,
  ],
  [
    'a public address rejects a password without a user',
    get('phone.example', undefined, `Basic ${btoa('key')}`),
    PUBLIC,
    401,
  ],
  ['the key and the secret open it', get('phone.example', undefined, LOGIN), PUBLIC, undefined],
  [
    'the page of a public address may change things',
    post('phone.example', 'https://phone.example', LOGIN),
    PUBLIC,
    undefined,
  ],
  [
    'another site may not use the browser’s password',
    post('phone.example', 'https://evil.example', LOGIN),
    PUBLIC,
    403,
  ],
])('%s', (_, request, rules, status) => {
  expect(accessFailure(request, rules)?.status).toBe(status);
});

import { expect, it, test } from 'vitest';
import { consolePage, loginWith, vouched } from './google-login.ts';

test.each<[unknown, string | null]>([
  ['/admin', '/admin'],
  ['/admin/calls?from=2026-11-01&name=Zoë', '/admin/calls?from=2026-11-01&name=Zo%C3%AB'],
  ['/admin\r\nSet-Cookie: a=b', null],
  ['/admin/\r\nSet-Cookie: a=b', '/admin/Set-Cookie:%20a=b'],
  ['/administration', null],
  ['/admin/../api/v1/user', null],
  ['/admin/..//elsewhere.example', null],
  ['/admin/%2e%2e/elsewhere', null],
  ['/', null],
  ['//elsewhere.example/admin', null],
  ['https://elsewhere.example/admin', null],
  ['/\\elsewhere.example/admin', null],
  [`/admin/${'x'.repeat(1_000)}`, null],
  [undefined, null],
  [['/admin', '/admin'], null],
])('a login that was asked to lead to %j leads to %j', (said, expected) => {
  expect(consolePage(said)).toBe(expected);
});

it('comes back with the code of the reason, and with the page that was asked for', () => {
  expect(loginWith('googleCancelled', null)).toBe('/?login_error=googleCancelled');
  expect(loginWith('googleCancelled', '/admin/calls?a=b&c=d')).toBe(
    '/?login_error=googleCancelled&next=%2Fadmin%2Fcalls%3Fa%3Db%26c%3Dd',
  );
});

test.each<[string, object, object]>([
  [
    'a verified email is taken without regard to capitals',
    { email: 'Ann@Demo.Test', email_verified: true },
    { email: 'ann@demo.test' },
  ],
  ['an email that is not verified is nobody’s', { email: 'a@b.c', email_verified: false }, {}],
  ['nor is one of which nothing is said', { email: 'a@b.c' }, {}],
  ['nor is one that is verified by a word', { email: 'a@b.c', email_verified: 'true' }, {}],
  ['nor is none', { email_verified: true }, {}],
  [
    'a letter that only looks like ours stays what it is',
    { email: '\u212Aim@demo.test', email_verified: true },
    { email: '\u212Aim@demo.test' },
  ],
])('%s', (_sentence, claims, expected) => {
  expect(vouched(claims)).toEqual('email' in expected ? expected : { refused: 'googleUnverified' });
});

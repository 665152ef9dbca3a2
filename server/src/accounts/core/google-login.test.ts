import { expect, it, test } from 'vitest';
import { loginErrorUrl, toConsolePath, verifiedEmail } from './google-login.ts';

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
])('toConsolePath turns %j into %j', (value, expected) => {
  expect(toConsolePath(value)).toBe(expected);
});

it('the redirect carries the error code and the requested page', () => {
  expect(loginErrorUrl('googleCancelled', null)).toBe('/?login_error=googleCancelled');
  expect(loginErrorUrl('googleCancelled', '/admin/calls?a=b&c=d')).toBe(
    '/?login_error=googleCancelled&next=%2Fadmin%2Fcalls%3Fa%3Db%26c%3Dd',
  );
});

test.each<[string, object, object]>([
  [
    'a verified email is compared case-insensitively',
    { email: 'Ann@Demo.Test', email_verified: true },
    { email: 'ann@demo.test' },
  ],
  ['an unverified email is rejected', { email: 'a@b.c', email_verified: false }, {}],
  ['an email without a verification claim is rejected', { email: 'a@b.c' }, {}],
  ['an email with a string as its claim is rejected', { email: 'a@b.c', email_verified: 'true' }, {}],
  ['a missing email is rejected', { email_verified: true }, {}],
  [
    'a look-alike letter is not lowercased to ASCII',
    { email: '\u212Aim@demo.test', email_verified: true },
    { email: '\u212Aim@demo.test' },
  ],
])('%s', (_title, claims, expected) => {
  expect(verifiedEmail(claims)).toEqual('email' in expected ? expected : { rejected: 'googleUnverified' });
});

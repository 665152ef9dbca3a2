import { expect, test } from 'vitest';
import { organizationEmail, parseIssuer, signOnProblemUrl } from './single-sign-on.ts';

test('an issuer is an https URL without a query, or one of this machine', () => {
  for (const issuer of [
    'https://login.example.com',
    'https://example.com/realms/sales/',
    'http://localhost:9000',
    'http://127.0.0.1:9000/op',
    'http://[::1]:9000',
  ])
    expect(parseIssuer(issuer)).toBe(issuer);
  for (const text of [
    '',
    'login.example.com',
    'http://login.example.com',
    'http://localhost.example.com',
    'https://example.com/?tenant=1',
    'https://example.com/#a',
    'https://user:password@example.com',
    'https://exa mple.com',
    'file:///etc/passwd',
    'javascript:alert(1)',
  ])
    expect([text, parseIssuer(text)]).toEqual([text, null]);
});

test('an email counts if it is verified, or if the issuer says nothing and the account trusts it', () => {
  const email = 'Ada@Example.com';
  expect(organizationEmail({ email, email_verified: true }, false)).toBe('ada@example.com');
  expect(organizationEmail({ email }, false)).toBeNull();
  expect(organizationEmail({ email }, true)).toBe('ada@example.com');
  for (const trusts of [false, true]) {
    expect(organizationEmail({ email, email_verified: false }, trusts)).toBeNull();
    expect(organizationEmail({ email, email_verified: 'true' }, trusts)).toBeNull();
    expect(organizationEmail({ email_verified: true }, trusts)).toBeNull();
    expect(organizationEmail({ email: ['ada@example.com'], email_verified: true }, trusts)).toBeNull();
  }
  // The Kelvin sign becomes k by the rules of Unicode.
  expect(organizationEmail({ email: '\u212Aim@example.com' }, true)).toBe('\u212Aim@example.com');
});

test('a failed login returns to its page with what is needed to try again', () => {
  expect(signOnProblemUrl('expired', { domain: '', next: null, page: '' })).toBe(
    '/apps/webrtc/login/organization?problem=expired',
  );
  expect(
    signOnProblemUrl('refused', { domain: 'example.com', next: '/admin/calls', page: 'https://a.example' }),
  ).toBe(
    '/apps/webrtc/login/organization?problem=refused&domain=example.com&next=%2Fadmin%2Fcalls&page=https%3A%2F%2Fa.example',
  );
});

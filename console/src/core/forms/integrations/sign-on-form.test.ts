import { expect, test } from 'vitest';
import { domainsProblem, signOnChange, signOnForm, signOnTestText } from './sign-on-form.ts';

const SETTINGS = {
  version: 3,
  name: 'Acme',
  domains: ['acme.example', 'acme.test'],
  issuer: 'https://login.acme.example',
  client_id: 'offhook',
  trusts_emails: true,
  is_only: true,
  last_login_at: null,
};

test('saving unchanged settings keeps them, and the stored secret', () => {
  const { last_login_at: _, ...unchanged } = SETTINGS;
  expect(signOnChange(signOnForm(SETTINGS), SETTINGS)).toEqual(unchanged);
});

test('first settings have a secret and no version', () => {
  const form = { ...signOnForm(null), domains: ' acme.example;acme.test\n', client_secret: ' s ' };
  expect(signOnChange(form, null)).toMatchObject({
    domains: ['acme.example', 'acme.test'],
    client_secret: ' s ',
    version: 0,
  });
});

test('names the domain that can’t be one', () => {
  const problem = (domains: string) => domainsProblem({ ...signOnForm(null), domains });
  expect(problem('acme.example, Acme.Test')).toBeNull();
  expect(problem('acme.example, ada@acme.test')).toBe('“ada@acme.test” isn’t a domain such as example.com.');
});

test('says what a test of the connection found', () => {
  expect(signOnTestText({ result: 'works', reason: '' })).toBe(
    'The provider accepts the client ID and secret.',
  );
  expect(signOnTestText({ result: 'unreachable', reason: 'no answer' })).toContain('no answer');
  expect(signOnTestText({ result: 'unreadable', reason: '' })).toContain('Enter the secret again');
});

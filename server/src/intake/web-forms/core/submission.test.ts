import { LeadIntake } from '@offhook/contract/requests/intake-requests';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { readSubmission } from './submission.ts';

it('keeps the lead’s own fields apart from the form’s, in the form’s order', () => {
  const { lead } = readSubmission({
    Roof: ' Flat ',
    phone_number: ' (415) 555-0105 ',
    fname: 'Ada',
    Panels: ['six', '', 'eight'],
    Comment: '',
  });
  expect(lead).toMatchObject({ phone_number: '(415) 555-0105', fname: 'Ada', lname: '' });
  expect(lead['fields']).toEqual({ Roof: 'Flat', Panels: 'six, eight' });
});

it.each([
  ['yes', true],
  ['on', true],
  ['1', true],
  ['No', false],
  ['off', false],
  ['0', false],
  ['', false],
  [undefined, false],
])('a consent of %j counts as %j', (consent, hasConsent) => {
  expect(readSubmission({ consent }).hasConsent).toBe(hasConsent);
});

it('a filled hidden field marks a program’s submission', () => {
  expect(readSubmission({ leave_blank: 'https://spam.example' }).isTrapped).toBe(true);
  expect(readSubmission({ leave_blank: ' ' }).isTrapped).toBe(false);
});

it('long values are cut instead of losing the lead, and the number is not', () => {
  const { lead } = readSubmission({
    phone_number: '1'.repeat(300),
    fname: `${'a'.repeat(99)}😀`,
    Message: 'm'.repeat(5000),
    ...Object.fromEntries(Array.from({ length: 80 }, (_, index) => [`Field ${index}`, 'x'])),
  });
  expect(lead['fname']).toBe('a'.repeat(99));
  const fields = lead['fields'] as Record<string, string>;
  expect(fields['Message']).toHaveLength(1000);
  expect(Object.keys(fields)).toHaveLength(50);
  const parsed = z.safeParse(LeadIntake, lead);
  expect(parsed.error?.issues.map(({ path }) => path[0])).toEqual(['phone_number']);
});

it('no lead field can be set that only an API key may set', () => {
  const { lead } = readSubmission({
    owner: 'a@b.c',
    team_id: '7',
    crm: 'hubspot',
    source_id: '1',
    form: 'x',
  });
  expect(Object.keys(lead).sort()).toEqual([
    'category',
    'company',
    'email',
    'fields',
    'fname',
    'lname',
    'phone_number',
  ]);
});

it('any body is read without an exception', () => {
  fc.assert(
    fc.property(fc.anything(), (body) => {
      expect(typeof readSubmission(body).isTrapped).toBe('boolean');
    }),
  );
});

import { describe, expect, it } from 'vitest';
import { type RowFacts, readRow, splitName } from './read-row.ts';

const FACTS: RowFacts = {
  owners: new Map([['ben@b.example', 7]]),
  readPhone: (text) =>
    /^\+1\d{10}$/.test(text)
      ? { phoneNumber: text, country: 'US' }
      : { problem: 'phoneInvalid', reason: 'Phone number not valid' },
};
const COLUMNS = [
  'full_name',
  'phone_number',
  'email',
  'owner',
  'time_zone',
  'field',
  'consent_text',
  'consent_channel',
  'crm',
];
const HEADINGS = ['Name', 'Phone', 'E-mail', 'Rep', 'Zone', 'Roof', 'Consent', 'Channel', 'CRM'];
const read = (cells: string[] | string, source: string | null = null) =>
  readRow({ columns: COLUMNS, headings: HEADINGS, source }, cells, FACTS);

describe('a row of a lead import', () => {
  it('becomes a lead with its form fields and consent', () => {
    const row = [
      'Teresa de la Cruz',
      '+14155552601',
      't@n.example',
      'Ben@B.example',
      'America/Denver',
      ' Tile ',
      'Yes',
      'call',
    ];
    expect(read(row, 'Spring')).toEqual({
      kind: 'lead',
      phoneNumber: '+14155552601',
      country: 'US',
      ownerId: 7,
      lead: {
        phone_number: '+14155552601',
        fname: 'Teresa',
        lname: 'de la Cruz',
        email: 't@n.example',
        time_zone: 'America/Denver',
        form: 'Spring',
        fields: { Roof: 'Tile' },
        consent: { channel: 'call', text: 'Yes' },
      },
    });
  });

  it.each([
    ['no phone number', ['Ada', ' '], 'phoneMissing'],
    ['an invalid phone number', ['Ada', '12'], 'phoneInvalid'],
    ['an invalid email', ['Ada', '+14155552601', 'ada at form'], 'emailInvalid'],
    ['an unknown owner', ['Ada', '+14155552601', '', 'eve@b.example'], 'ownerUnknown'],
    ['an unknown time zone', ['Ada', '+14155552601', '', '', 'Mars'], 'timeZoneUnknown'],
    ['an unknown CRM', ['Ada', '+14155552601', '', '', '', '', '', '', 'Pipedrive'], 'valueInvalid'],
    ['a name that is too long', [`Ada ${'x'.repeat(101)}`, '+14155552601'], 'valueInvalid'],
  ])('with %s is invalid', (_what, cells, problem) => {
    expect(read(cells)).toMatchObject({ kind: 'invalid', problem });
  });

  it('that can’t be parsed is invalid with the parser’s reason', () => {
    expect(read('The line is too long.')).toEqual({
      kind: 'invalid',
      problem: 'unreadable',
      reason: 'The line is too long.',
    });
  });

  it('names the column in the file whose value is not valid', () => {
    expect(read([`Ada ${'x'.repeat(101)}`, '+14155552601'])).toMatchObject({
      reason: 'The value in column Name isn’t valid.',
    });
  });

  it('may be in a file that was saved without formulas', () => {
    expect(read(['Ada', "'+14155552601"])).toMatchObject({ kind: 'lead', phoneNumber: '+14155552601' });
  });
});

describe('a full name', () => {
  it.each([
    ['Teresa Novak', { fname: 'Teresa', lname: 'Novak' }],
    ['Novak, Teresa', { fname: 'Teresa', lname: 'Novak' }],
    ['Teresa  de la Cruz', { fname: 'Teresa', lname: 'de la Cruz' }],
    ['Cher', { fname: 'Cher', lname: '' }],
  ])('%s has its parts', (name, parts) => expect(splitName(name)).toEqual(parts));
});

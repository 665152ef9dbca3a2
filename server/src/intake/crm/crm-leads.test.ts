import { CRMS } from '@offhook/contract/leads/crms';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Crm, readCrmLead } from './crm-leads.ts';

const rows: readonly [Crm, unknown, object][] = [
  [
    'hubspot',
    {
      vid: 501,
      properties: {
        firstname: { value: 'Ada' },
        lastname: { value: 'Form' },
        phone: { value: '' },
        mobilephone: { value: '(415) 555-0105' },
        company: { value: 'Acme' },
      },
    },
    { phone_number: '(415) 555-0105', fname: 'Ada', lname: 'Form', company: 'Acme', source_id: '501' },
  ],
  [
    'hubspot',
    { objectId: 502, properties: { firstname: 'Ada', phone: '+14155550105', email: 'ada@example.com' } },
    { phone_number: '+14155550105', email: 'ada@example.com', source_id: '502' },
  ],
  [
    'salesforce',
    { Id: '00Q5e00001', FirstName: null, LastName: 'Form', Phone: '+14155550105', LeadSource: 'Web' },
    { phone_number: '+14155550105', lname: 'Form', category: 'Web', source_id: '00Q5e00001' },
  ],
  [
    'activecampaign',
    {
      type: 'subscribe',
      'contact[id]': '77',
      'contact[first_name]': 'Ada',
      'contact[phone]': '4155550105',
      'contact[orgname]': 'Acme',
    },
    { phone_number: '4155550105', fname: 'Ada', company: 'Acme', source_id: '77' },
  ],
  [
    'followupboss',
    {
      type: 'Registration',
      person: {
        id: 9,
        firstName: 'Ada',
        phones: [{ value: '+14155550100' }, { value: '+14155550105', isPrimary: 1 }],
        emails: [{ value: 'ada@example.com' }],
      },
    },
    { phone_number: '+14155550105', fname: 'Ada', email: 'ada@example.com', source_id: '9' },
  ],
];

it.each(rows)('a lead from %s is parsed', (crm, body, expected) => {
  const lead = readCrmLead(crm, body);
  expect(lead).toMatchObject({ ...expected, crm });
  expect(lead).not.toHaveProperty('type');
});

it.each(CRMS)('a lead from %s without a phone number is rejected', (crm) => {
  expect(readCrmLead(crm, { properties: {}, person: {}, Id: '1' })).toBeNull();
});

it('any posted body is parsed without an exception', () => {
  fc.assert(
    fc.property(fc.constantFrom(...CRMS), fc.anything(), (crm, body) => {
      const lead = readCrmLead(crm, body);
      expect(lead === null || lead.phone_number !== '').toBe(true);
    }),
  );
});

import { expect, test } from 'vitest';
import { lead } from '../sample-events.ts';
import { crmLinks } from './crm-links.ts';

const hubspot = { ...lead, crm: 'hubspot', source_id: '9/1' };
const integrations = {
  hubspot_id: '44',
  salesforce_domain: 'acme.my.salesforce.com',
  activecampaign_domain: 'acme',
  custom_crm_url: 'https://crm.test/lead/{source_id}',
};

test.each<[string, typeof lead, number, readonly string[]]>([
  ['HubSpot', hubspot, 100, ['https://app.hubspot.com/contacts/44/contact/9%2F1']],
  [
    'Salesforce',
    { ...lead, crm: 'salesforce', source_id: '9' },
    100,
    ['https://acme.my.salesforce.com/lightning/r/Lead/9/view'],
  ],
  [
    'ActiveCampaign',
    { ...lead, crm: 'activecampaign', source_id: '9' },
    100,
    ['https://acme.activehosted.com/app/contacts/9'],
  ],
  [
    'Follow Up Boss',
    { ...lead, crm: 'followupboss', source_id: '9' },
    100,
    ['https://app.followupboss.com/2/people/view/9'],
  ],
  ['no source ID', { ...lead, crm: 'hubspot' }, 100, []],
  ['another CRM', { ...lead, crm: 'other', source_id: '9' }, 100, []],
  ['the custom link of account 6671', { ...lead, source_id: '9/1' }, 6671, ['https://crm.test/lead/9%2F1']],
])('CRM links: %s', (_sentence, given, accountId, expected) => {
  expect(crmLinks(given, integrations, accountId).map(({ href }) => href)).toEqual(expected);
});

test.each<[string, Partial<typeof integrations>]>([
  ['a host with a path', { salesforce_domain: 'acme.test/evil' }],
  ['a host with a user', { salesforce_domain: 'a@evil.test' }],
  ['an empty domain', { salesforce_domain: '' }],
])('no Salesforce link for %s', (_sentence, changed) => {
  const given = { ...lead, crm: 'salesforce', source_id: '9' };
  expect(crmLinks(given, { ...integrations, ...changed }, 100)).toEqual([]);
});

test.each(['http://crm.test/{source_id}', 'https://{source_id}.test/', 'javascript:{source_id}', 'nonsense'])(
  'no custom link for %s',
  (custom_crm_url) => {
    const given = { ...lead, source_id: 'evil' };
    expect(crmLinks(given, { ...integrations, custom_crm_url }, 6671)).toEqual([]);
  },
);

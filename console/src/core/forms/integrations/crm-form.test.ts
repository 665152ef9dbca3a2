import { expect, test } from 'vitest';
import { type CrmForm, NEW_CRM, toNewCrm } from './crm-form.ts';

const FULL: CrmForm = {
  ...NEW_CRM,
  token: ' secret ',
  url: 'https://acme.test',
  client_id: 'client',
  tag_field: 'tag',
};
const COMMON_FIELDS = { token: 'secret', makes_contacts: true, links_recordings: false };

test.each([
  ['hubspot', { tag_field: 'tag' }],
  ['salesforce', { url: 'https://acme.test', client_id: 'client', tag_field: 'tag' }],
  ['activecampaign', { url: 'https://acme.test' }],
  ['followupboss', {}],
] as const)('the form of a new CRM sends only the fields of %s', (kind, own) => {
  expect(toNewCrm({ ...FULL, kind })).toEqual({ kind, ...COMMON_FIELDS, ...own });
});

import { TEST_LEAD_FORM } from '@offhook/contract/console/leads/test-lead';
import { describe, expect, it } from 'vitest';
import {
  type LeadColumns,
  type LeadFields,
  mergeLead,
  newLead,
  type Origin,
  sourceCrm,
  toFormFields,
} from './merge-lead.ts';

const NUMBER = '(415) 555-2600';
const NOTHING = {
  fname: null,
  lname: '',
  label: undefined,
  email: '',
  company: null,
  category: undefined,
  crm: '',
  source_id: null,
  profile_picture: '',
  ownerId: null,
  teamId: null,
  time_zone: '',
};
const ADA: LeadColumns = {
  fname: 'Ada',
  lname: 'Form',
  label: 'Ada Form',
  email: 'ada@example.com',
  company: 'Acme',
  category: 'Solar',
  crm: 'hubspot',
  source_id: '7',
  profile_picture: 'ada.png',
  owner_user_id: 3,
  team_id: 1,
  time_zone: 'Europe/Paris',
  form: 'Solar form',
  fields: [['Roof', 'Flat']],
};
const UNNAMED: LeadColumns = { ...ADA, fname: '', lname: '', label: NUMBER };

describe('a new lead', () => {
  it.each<[string, LeadFields, string]>([
    ['the given label', { fname: 'Ada', label: 'The countess' }, 'The countess'],
    ['its full name', { fname: 'Ada', lname: 'Form' }, 'Ada Form'],
    ['its one name', { lname: 'Form' }, 'Form'],
    ['its number', NOTHING, NUMBER],
  ])('is labeled with %s', (_name, input, label) => {
    expect(newLead(input, NUMBER).label).toBe(label);
  });

  it('has no value for missing fields', () => {
    const none = { email: null, company: null, category: null, crm: null, source_id: null, time_zone: null };
    const name = { fname: '', lname: '', label: NUMBER, profile_picture: null };
    const form = { form: null, fields: [] };
    expect(newLead(NOTHING, NUMBER)).toEqual({
      ...none,
      ...name,
      ...form,
      owner_user_id: null,
      team_id: null,
    });
  });
});

describe('the fields of a form', () => {
  it('keep their order and drop empty values', () => {
    const input = { Roof: 'Flat', Owner: true, ZIP: 92103, Start: '', Budget: null };
    const fields = [
      ['Roof', 'Flat'],
      ['Owner', 'true'],
      ['ZIP', '92103'],
    ];
    expect(toFormFields(input)).toEqual(fields);
  });

  it('replace the earlier ones, unless the new form is empty', () => {
    const formFields = [['Owner', 'Yes']] as const;
    expect(mergeLead(ADA, { formFields }, 'intake', NUMBER).fields).toEqual(formFields);
    for (const empty of [undefined, null, {}, { Roof: '' }]) {
      expect(mergeLead(ADA, { formFields: toFormFields(empty) }, 'intake', NUMBER).fields).toEqual(
        ADA.fields,
      );
    }
  });
});

describe('a known lead', () => {
  it.each<Origin>(['intake', 'agent', 'inbound'])('is unchanged by an empty update (%s)', (origin) => {
    expect(mergeLead(ADA, NOTHING, origin, NUMBER)).toEqual(ADA);
    expect(mergeLead(UNNAMED, {}, origin, NUMBER)).toEqual(UNNAMED);
  });

  it('is no longer a test lead once its form arrives, also without a name', () => {
    const tested = { ...ADA, form: TEST_LEAD_FORM };
    expect(mergeLead(tested, { form: 'Website' }, 'intake', NUMBER).form).toBe('Website');
    expect(mergeLead(tested, {}, 'intake', NUMBER).form).toBeNull();
    expect(mergeLead(tested, {}, 'agent', NUMBER).form).toBe(TEST_LEAD_FORM);
  });

  it('gets all given fields', () => {
    const input = { fname: 'Grace', lname: 'Hop', email: 'g@example.com', company: 'Navy', category: 'Sea' };
    const more = { crm: 'salesforce', source_id: '8', profile_picture: 'g.png', time_zone: 'Asia/Kolkata' };
    expect(mergeLead(ADA, { ...input, ...more, ownerId: 4, teamId: 2 }, 'intake', NUMBER)).toEqual({
      ...input,
      ...more,
      label: 'Grace Hop',
      owner_user_id: 4,
      team_id: 2,
      form: 'Solar form',
      fields: [['Roof', 'Flat']],
    });
  });

  it.each<[string, LeadColumns, LeadFields, Origin, Partial<LeadColumns>]>([
    [
      'a new first name only',
      ADA,
      { fname: 'Eve' },
      'intake',
      { fname: 'Eve', lname: 'Form', label: 'Eve Form' },
    ],
    ['a label', ADA, { label: 'The countess' }, 'intake', { fname: 'Ada', label: 'The countess' }],
    [
      'a name next to a custom label',
      { ...ADA, label: 'VIP' },
      { fname: 'Eve' },
      'intake',
      { fname: 'Eve', label: 'VIP' },
    ],
    ['its first name', UNNAMED, { fname: 'Eve' }, 'intake', { fname: 'Eve', lname: '', label: 'Eve' }],
    [
      'a name typed by an agent',
      ADA,
      { fname: 'Eve', lname: 'Else' },
      'agent',
      { fname: 'Ada', lname: 'Form', label: 'Ada Form' },
    ],
    [
      'its first name typed by an agent',
      UNNAMED,
      { fname: 'Eve', lname: 'Else' },
      'agent',
      { fname: 'Eve', lname: 'Else', label: 'Eve Else' },
    ],
    [
      'a label typed by an agent',
      ADA,
      { fname: 'Eve', label: 'VIP' },
      'agent',
      { fname: 'Ada', label: 'VIP' },
    ],
  ])('is merged with %s', (_name, known, input, origin, merged) => {
    expect(mergeLead(known, input, origin, NUMBER)).toMatchObject(merged);
  });
});

describe('the source CRM of an update', () => {
  it.each<[LeadFields, Origin, string | null]>([
    [{ crm: 'hubspot', source_id: '7' }, 'intake', 'hubspot'],
    [{ crm: 'hubspot' }, 'intake', null],
    [{ crm: 'a spreadsheet', source_id: '7' }, 'intake', null],
    [{ crm: 'hubspot', source_id: '7' }, 'agent', null],
  ])('with %j from %s is %s', (input, origin, crm) => {
    expect(sourceCrm(input, origin)).toBe(crm);
  });
});

import { describe, expect, it } from 'vitest';
import {
  crmThatSaid,
  type LeadColumns,
  type LeadFields,
  mergeLead,
  newLead,
  type Origin,
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
};
const UNNAMED: LeadColumns = { ...ADA, fname: '', lname: '', label: NUMBER };

describe('a new lead', () => {
  it.each<[string, LeadFields, string]>([
    ['the label that is said', { fname: 'Ada', label: 'The countess' }, 'The countess'],
    ['its full name', { fname: 'Ada', lname: 'Form' }, 'Ada Form'],
    ['its one name', { lname: 'Form' }, 'Form'],
    ['its number', NOTHING, NUMBER],
  ])('is labelled with %s', (_name, said, label) => {
    expect(newLead(said, NUMBER).label).toBe(label);
  });

  it('has nothing that was not said', () => {
    const none = { email: null, company: null, category: null, crm: null, source_id: null, time_zone: null };
    const name = { fname: '', lname: '', label: NUMBER, profile_picture: null };
    expect(newLead(NOTHING, NUMBER)).toEqual({ ...none, ...name, owner_user_id: null, team_id: null });
  });
});

describe('a known lead', () => {
  it.each<Origin>(['intake', 'agent', 'inbound'])('stays as it is when nothing is said (%s)', (origin) => {
    expect(mergeLead(ADA, NOTHING, origin, NUMBER)).toEqual(ADA);
    expect(mergeLead(UNNAMED, {}, origin, NUMBER)).toEqual(UNNAMED);
  });

  it('takes over all that is said', () => {
    const said = { fname: 'Grace', lname: 'Hop', email: 'g@example.com', company: 'Navy', category: 'Sea' };
    const more = { crm: 'salesforce', source_id: '8', profile_picture: 'g.png', time_zone: 'Asia/Kolkata' };
    expect(mergeLead(ADA, { ...said, ...more, ownerId: 4, teamId: 2 }, 'intake', NUMBER)).toEqual({
      ...said,
      ...more,
      label: 'Grace Hop',
      owner_user_id: 4,
      team_id: 2,
    });
  });

  it.each<[string, LeadColumns, LeadFields, Origin, Partial<LeadColumns>]>([
    [
      'another first name alone',
      ADA,
      { fname: 'Eve' },
      'intake',
      { fname: 'Eve', lname: 'Form', label: 'Eve Form' },
    ],
    ['a label', ADA, { label: 'The countess' }, 'intake', { fname: 'Ada', label: 'The countess' }],
    [
      'a name beside a label of its own',
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
  ])('that gets %s', (_name, known, said, origin, merged) => {
    expect(mergeLead(known, said, origin, NUMBER)).toMatchObject(merged);
  });
});

describe('a CRM is not told its own news', () => {
  it.each<[LeadFields, Origin, string | null]>([
    [{ crm: 'hubspot', source_id: '7' }, 'intake', 'hubspot'],
    [{ crm: 'hubspot' }, 'intake', null],
    [{ crm: 'a spreadsheet', source_id: '7' }, 'intake', null],
    [{ crm: 'hubspot', source_id: '7' }, 'agent', null],
  ])('%j by %s: %s', (said, origin, crm) => {
    expect(crmThatSaid(said, origin)).toBe(crm);
  });
});

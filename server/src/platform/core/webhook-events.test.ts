import { describe, expect, it } from 'vitest';
import {
  callEventType,
  leadEventType,
  resultWaitMs,
  type VisibleCall,
  type VisibleLead,
} from './webhook-events.ts';

const ADA: VisibleLead = {
  fname: 'Ada',
  lname: 'Form',
  label: 'Ada Form',
  email: null,
  company: 'Acme',
  category: null,
  crm: null,
  source_id: null,
  form: null,
  fields: [['Roof', 'Flat']],
  owner_user_id: null,
  team_id: 1,
  tag_id: null,
  do_not_call: false,
  removed_at: null,
};
const at = (ms: number) => new Date(ms);

describe('the webhook event of a lead', () => {
  it('is lead_created for a new lead', () => {
    expect(leadEventType(null, ADA)).toBe('lead_created');
  });

  it('is null if no visible field changed', () => {
    expect(leadEventType(ADA, { ...ADA, fields: [['Roof', 'Flat']] })).toBeNull();
    expect(leadEventType({ ...ADA, removed_at: at(1) }, { ...ADA, removed_at: at(1) })).toBeNull();
    expect(leadEventType(ADA, { ...ADA, time_zone: 'Asia/Kolkata' } as VisibleLead)).toBeNull();
  });

  it.each<[keyof VisibleLead, VisibleLead]>([
    ['fname', { ...ADA, fname: 'Grace' }],
    ['lname', { ...ADA, lname: '' }],
    ['label', { ...ADA, label: 'The countess' }],
    ['email', { ...ADA, email: 'ada@example.com' }],
    ['company', { ...ADA, company: null }],
    ['category', { ...ADA, category: 'Solar' }],
    ['crm', { ...ADA, crm: 'hubspot' }],
    ['source_id', { ...ADA, source_id: '7' }],
    ['form', { ...ADA, form: 'Solar form' }],
    ['fields', { ...ADA, fields: [['Roof', 'Steep']] }],
    ['owner_user_id', { ...ADA, owner_user_id: 3 }],
    ['team_id', { ...ADA, team_id: 2 }],
    ['tag_id', { ...ADA, tag_id: 4 }],
    ['do_not_call', { ...ADA, do_not_call: true }],
    ['removed_at', { ...ADA, removed_at: at(1) }],
  ])('is lead_updated when %s changes, in either direction', (_name, other) => {
    expect([leadEventType(ADA, other), leadEventType(other, ADA)]).toEqual(['lead_updated', 'lead_updated']);
  });
});

describe('the webhook event of a call', () => {
  const inProgress: VisibleCall = { ended_at: null, result: null, voicemail_seconds: null };
  const over: VisibleCall = { ...inProgress, ended_at: at(1) };

  it.each<[string, VisibleCall, VisibleCall, string | null]>([
    ['a change during the call', inProgress, { ...inProgress, result: 'removed' }, null],
    ['the end', inProgress, over, 'call_completed'],
    ['the end with a result', inProgress, { ...over, result: 'contacted' }, 'call_completed'],
    ['a later result', over, { ...over, result: 'contacted' }, 'call_updated'],
    [
      'a result that replaces another',
      { ...over, result: 'missed' },
      { ...over, result: 'contacted' },
      'call_updated',
    ],
    ['a later voicemail', over, { ...over, voicemail_seconds: 7 }, 'call_updated'],
    ['no change', { ...over, result: 'missed' }, { ...over, result: 'missed' }, null],
    ['a changed end time only', over, { ...over, ended_at: at(2) }, null],
  ])('depends on the change: %s', (_name, before, after, event) => {
    expect(callEventType(before, after)).toBe(event);
  });

  it('waits 15 minutes for an agent’s result', () => {
    expect(resultWaitMs({ agent_id: 3, result: null })).toBe(15 * 60_000);
    expect(resultWaitMs({ agent_id: 3, result: 'contacted' })).toBe(0);
    expect(resultWaitMs({ agent_id: null, result: null })).toBe(0);
  });
});

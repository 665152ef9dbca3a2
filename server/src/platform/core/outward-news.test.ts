import { describe, expect, it } from 'vitest';
import { newsOfCall, newsOfLead, resultWait, type SeenCall, type SeenLead } from './outward-news.ts';

const ADA: SeenLead = {
  fname: 'Ada',
  lname: 'Form',
  label: 'Ada Form',
  email: null,
  company: 'Acme',
  category: null,
  crm: null,
  source_id: null,
  owner_user_id: null,
  team_id: 1,
  tag_id: null,
  do_not_call: false,
  removed_at: null,
};
const at = (ms: number) => new Date(ms);

describe('what the outside hears of a lead', () => {
  it('is that it is new', () => {
    expect(newsOfLead(null, ADA)).toBe('lead_created');
  });

  it('is nothing when nothing is new that can be seen', () => {
    expect(newsOfLead(ADA, { ...ADA })).toBeNull();
    expect(newsOfLead({ ...ADA, removed_at: at(1) }, { ...ADA, removed_at: at(1) })).toBeNull();
    expect(newsOfLead(ADA, { ...ADA, time_zone: 'Asia/Kolkata' } as SeenLead)).toBeNull();
  });

  it.each<[keyof SeenLead, SeenLead]>([
    ['fname', { ...ADA, fname: 'Grace' }],
    ['lname', { ...ADA, lname: '' }],
    ['label', { ...ADA, label: 'The countess' }],
    ['email', { ...ADA, email: 'ada@example.com' }],
    ['company', { ...ADA, company: null }],
    ['category', { ...ADA, category: 'Solar' }],
    ['crm', { ...ADA, crm: 'hubspot' }],
    ['source_id', { ...ADA, source_id: '7' }],
    ['owner_user_id', { ...ADA, owner_user_id: 3 }],
    ['team_id', { ...ADA, team_id: 2 }],
    ['tag_id', { ...ADA, tag_id: 4 }],
    ['do_not_call', { ...ADA, do_not_call: true }],
    ['removed_at', { ...ADA, removed_at: at(1) }],
  ])('is an update when its %s changes, and when it changes back', (_name, other) => {
    expect([newsOfLead(ADA, other), newsOfLead(other, ADA)]).toEqual(['lead_updated', 'lead_updated']);
  });
});

describe('what the outside hears of a call', () => {
  const going: SeenCall = { ended_at: null, result: null, voicemail_seconds: null };
  const over: SeenCall = { ...going, ended_at: at(1) };

  it.each<[string, SeenCall, SeenCall, string | null]>([
    ['nothing while it goes on', going, { ...going, result: 'removed' }, null],
    ['its end', going, over, 'call_completed'],
    ['its end with a result', going, { ...over, result: 'contacted' }, 'call_completed'],
    ['a result that comes later', over, { ...over, result: 'contacted' }, 'call_updated'],
    [
      'a result that takes the place of another',
      { ...over, result: 'missed' },
      { ...over, result: 'contacted' },
      'call_updated',
    ],
    ['a voicemail that comes later', over, { ...over, voicemail_seconds: 7 }, 'call_updated'],
    ['nothing of what is as it was', { ...over, result: 'missed' }, { ...over, result: 'missed' }, null],
    ['nothing of another moment of its end', over, { ...over, ended_at: at(2) }, null],
  ])('is %s', (_name, before, after, news) => {
    expect(newsOfCall(before, after)).toBe(news);
  });

  it('waits a quarter of an hour for the result of an agent who has given none', () => {
    expect(resultWait({ agent_id: 3, result: null })).toBe(15 * 60_000);
    expect(resultWait({ agent_id: 3, result: 'contacted' })).toBe(0);
    expect(resultWait({ agent_id: null, result: null })).toBe(0);
  });
});

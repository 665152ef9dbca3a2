import { describe, expect, test } from 'vitest';
import { sourceName } from '../../leads/list-names.ts';
import { outcomeFigure, outcomeParts, outcomeText, rateText, reportSourceName } from './outcomes.ts';

const counts = { leads: 100, contacted: 46, voicemail: 20, missed: 30, removed: 0, open: 4 };

describe('the outcomes of leads', () => {
  test('are parts of all leads, without those that didn’t occur', () => {
    expect(outcomeParts(counts).map((part) => `${part.outcome}: ${outcomeText(part)}`)).toEqual([
      'contacted: 46 leads, 46%',
      'voicemail: 20 leads, 20%',
      'missed: 30 leads, 30%',
      'open: 4 leads, 4%',
    ]);
  });

  test('say of how many leads the contact rate is, if open ones are part of the bar', () => {
    expect(rateText({ contact_rate: 1, leads: 3, open: 2 })).toBe('100% of 1');
    expect(rateText({ contact_rate: 0.46, leads: 100, open: 0 })).toBe('46%');
    expect(rateText({ contact_rate: null, leads: 2, open: 2 })).toBe('–');
  });

  test('have their share in tables, if there are any', () => {
    expect(outcomeFigure(counts, 'contacted')).toBe('46 (46%)');
    expect(outcomeFigure(counts, 'removed')).toBe('0');
  });

  test.each([
    ['form:Solar form', 'form', 'Solar form'],
    ['crm:hubspot', 'crm', 'HubSpot'],
    ['inbound', 'inbound', sourceName('inbound')],
    ['other', 'other', 'Other sources'],
  ] as const)('are of a source, named as in the filters of Calls: %s', (key, kind, text) => {
    expect(reportSourceName({ key, kind })).toBe(text);
  });
});

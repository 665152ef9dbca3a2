import type { HistoryItem } from '@offhook/contract/entities';
import { describe, expect, it } from 'vitest';
import { historyRow } from './history-rows.ts';

const item: HistoryItem = {
  id: 1,
  direction: 'outbound',
  recording_url: null,
  time_formatted: 'Nov 20, 4:06 PM',
  lead_retry: null,
  retry: null,
  status: 'completed',
  seconds: 12,
  duration: '0:12',
  user: null,
  lead: {
    fname: 'Olga',
    lname: 'Line',
    label: 'Olga Line',
    phone_number: '+14155550100',
    phone_number_formatted: '(415) 555-0100',
  },
  phone_number_formatted: '(415) 555-0100',
};

describe('a row of the history', () => {
  it('shows the extension that was called, and calls it again', () => {
    const row = historyRow({ ...item, extension: '12' }, 100);
    expect(row.phone).toBe('(415) 555-0100 ext. 12');
    expect(row.lead?.prefill).toEqual({ fname: 'Olga', lname: 'Line', phoneNumber: '+14155550100 ext. 12' });
    expect(historyRow({ ...item, lead: null, extension: '12' }, 100).phone).toBe('(415) 555-0100 ext. 12');
  });

  it('shows the name at the time of the call, and calls again under the current name', () => {
    const lead = { ...item.lead, present_name: { fname: 'Olga', lname: 'Lind' } } as HistoryItem['lead'];
    const row = historyRow({ ...item, lead }, 100);
    expect(row.lead?.name).toBe('Olga Line');
    expect(row.lead?.prefill).toMatchObject({ fname: 'Olga', lname: 'Lind' });
  });

  it.each([null, undefined])('shows the number alone without one (%s)', (extension) => {
    const row = historyRow({ ...item, extension }, 100);
    expect(row.phone).toBe('(415) 555-0100');
    expect(row.lead?.prefill.phoneNumber).toBe('+14155550100');
  });
});

import { describe, expect, it } from 'vitest';
import { farewell, meaningOf, type OfferedByPhone, prompt } from './own-phone.ts';

const LEAD: OfferedByPhone = {
  type: 'lead',
  direction: 'outbound',
  whisperText: 'Ada Lovelace, Mathematics',
  leadLabel: 'Ada',
};
const BOTH = 'Press 1 to accept, or 9 to remove the lead.';

describe('an agent who picks up their own phone hears', () => {
  const rows: readonly [string, OfferedByPhone, string][] = [
    ['whom a lead is', LEAD, `Incoming lead. Ada Lovelace, Mathematics. ${BOTH}`],
    [
      'the name of a lead without a whisper text',
      { ...LEAD, whisperText: null },
      `Incoming lead. Ada. ${BOTH}`,
    ],
    [
      'that somebody calls',
      { ...LEAD, type: 'inbound', direction: 'inbound' },
      `Incoming call. Ada Lovelace, Mathematics. ${BOTH}`,
    ],
    [
      'that a colleague gives a caller away',
      { ...LEAD, type: 'transfer', direction: 'inbound' },
      `Incoming transfer. Ada Lovelace, Mathematics. ${BOTH}`,
    ],
    [
      'nothing of a lead where there is none',
      { type: 'conference', direction: 'outbound', whisperText: null, leadLabel: null },
      'Incoming conference. Press 1 to accept.',
    ],
  ];
  it.each(rows)('%s', (_sentence, offered, expected) => {
    expect(prompt(offered)).toBe(expected);
  });
});

describe('a key', () => {
  it.each([
    ['1', 'accept'],
    ['9', 'removeLead'],
    ['2', 'ignore'],
    ['#', 'ignore'],
    ['11', 'ignore'],
    ['', 'nothing'],
  ] as const)('%j means %s', (digits, meaning) => {
    expect(meaningOf(digits, true)).toBe(meaning);
  });

  it('9 is any other key where no lead is', () => {
    expect(meaningOf('9', false)).toBe('ignore');
  });
});

describe('the last words', () => {
  it.each([
    ['withdrawn', 'Ben Okafor', 'Ben Okafor has taken this call. Goodbye.'],
    ['withdrawn', null, 'This call is no longer waiting. Goodbye.'],
    ['missed', null, 'You have not taken this call. Goodbye.'],
    ['ignored', null, 'You have not taken this call. Goodbye.'],
  ] as const)('to one whose ring is %s (by %s) are: %s', (status, by, expected) => {
    expect(farewell(status, by)).toBe(expected);
  });
});

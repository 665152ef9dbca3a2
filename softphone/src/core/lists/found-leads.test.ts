import type { HistoryItem } from '@offhook/contract/calls/history';
import type { FoundLead } from '@offhook/contract/leads/lead-search';
import { expect, test } from 'vitest';
import { historyItem } from '../sample-events.ts';
import { foundLeads } from './found-leads.ts';

const own = (fname: string, phone_number: string, extra: Partial<HistoryItem> = {}) => {
  const name = { fname, lname: 'Own', label: 'A label' };
  return historyItem({
    lead: { ...name, phone_number, phone_number_formatted: `(${phone_number})` },
    ...extra,
  });
};
const found = (fname: string, phone_number: string, extra: Partial<FoundLead> = {}): FoundLead => ({
  id: 1,
  fname,
  lname: 'Found',
  label: 'Found label',
  phone_number,
  phone_number_formatted: `(${phone_number})`,
  do_not_call: false,
  ...extra,
});

type Rows = readonly (readonly [name: string, phone: string, doNotCall: boolean])[];
const cases: readonly (readonly [string, readonly HistoryItem[], readonly FoundLead[], Rows])[] = [
  ['nothing', [], [], []],
  [
    'own leads, then others in the server’s order',
    [own('Ana', '+1')],
    [found('Zoe', '+3'), found('Bea', '+2')],
    [
      ['Ana Own', '(+1)', false],
      ['Zoe Found', '(+3)', false],
      ['Bea Found', '(+2)', false],
    ],
  ],
  [
    'a lead of both once, as in the history',
    [own('Ana', '+1')],
    [found('Anna', '+1')],
    [['Ana Own', '(+1)', false]],
  ],
  ['a lead of two calls once', [own('Ana', '+1'), own('Old', '+1')], [], [['Ana Own', '(+1)', false]]],
  [
    'an extension that was dialed, but not its lead again',
    [own('Ana', '+1', { extension: '12' })],
    [found('Ana', '+1')],
    [['Ana Own', '(+1) ext. 12', false]],
  ],
  [
    'which leads must not be called, also of the own ones',
    [own('Ana', '+1'), own('Eva', '+4')],
    [found('Ana', '+1', { do_not_call: true }), found('Bea', '+2', { do_not_call: true })],
    [
      ['Ana Own', '(+1)', true],
      ['Eva Own', '(+4)', false],
      ['Bea Found', '(+2)', true],
    ],
  ],
  ['no call without a lead', [historyItem({ lead: null })], [], []],
  [
    'the label of a lead without a name',
    [],
    [found('', '+2', { lname: '' })],
    [['Found label', '(+2)', false]],
  ],
];

test.each(cases)('the palette lists %s', (_what, history, searched, rows) => {
  const listed = foundLeads(history, searched, 6671);
  expect(listed.map(({ name, phone, doNotCall }) => [name, phone, doNotCall])).toEqual(rows);
});

test('a lead fills New Call with its present name and number', () => {
  const [row] = foundLeads([], [found('Bea', '+2')], 6671);
  expect(row?.prefill).toEqual({ fname: 'Bea', lname: 'Found', phoneNumber: '+2' });
});

test('an account whose history has labels finds labels', () => {
  const names = foundLeads([own('Ana', '+1')], [found('Bea', '+2')], 100).map(({ name }) => name);
  expect(names).toEqual(['A label', 'Found label']);
});

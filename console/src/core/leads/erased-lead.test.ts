import type { ConsoleLeadDetail } from '@offhook/contract/console/leads/lead-entities';
import { expect, test } from 'vitest';
import { erasureWarning, isErased } from './erased-lead.ts';

const at = '2026-03-02T16:00:00.000Z';
const lead = { phone_number: '+14155550142', erased_at: null } as ConsoleLeadDetail;

test.each([
  ['a lead', false, {}],
  ['an erased lead', true, { erased_at: at, phone_number: 'erased-51' }],
  ['an erased lead whose number is kept', false, { erased_at: at }],
])('%s counts as erased: %s', (_title, expected, fields) => {
  expect(isErased({ ...lead, ...fields })).toBe(expected);
});

const allowed = { do_not_call: false, removed_at: null, listing: null };

test.each([
  ['a lead who may be called', allowed, /can’t be undone\.$/],
  [
    'a lead whose number is on the list',
    { ...allowed, listing: { source: 'file', since: at } },
    /stays on the do-not-call list\.$/,
  ],
  ['a lead marked “Do not call”', { ...allowed, do_not_call: true }, /is added to the do-not-call list\.$/],
  ['a removed lead', { ...allowed, removed_at: at }, /is added to the do-not-call list\.$/],
] as const)('the confirmation before erasing %s says what is kept', (_title, fields, text) => {
  expect(erasureWarning(fields)).toMatch(text);
});

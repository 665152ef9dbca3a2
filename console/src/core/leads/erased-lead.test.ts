import type { ConsoleLeadDetail } from '@offhook/contract/console/console-entities';
import { expect, test } from 'vitest';
import { erasureWarning, isErased } from './erased-lead.ts';

const at = '2026-03-02T16:00:00.000Z';
const lead = { phone_number: '+14155550142', erased_at: null } as ConsoleLeadDetail;

test.each([
  ['a lead', {}, false],
  ['one who was erased', { erased_at: at, phone_number: 'erased-51' }, true],
  ['one whose number alone is kept', { erased_at: at }, false],
])('of %s nothing is left to edit: %#', (_who, fields, expected) => {
  expect(isErased({ ...lead, ...fields })).toBe(expected);
});

const free = { do_not_call: false, removed_at: null, listing: null };

test.each([
  ['one who may be called', free, /can’t be undone\.$/],
  [
    'a number on the list',
    { ...free, listing: { source: 'file', since: at } },
    /stays on the do-not-call list\.$/,
  ],
  ['a lead with the mark', { ...free, do_not_call: true }, /is added to the do-not-call list\.$/],
  ['a removed lead', { ...free, removed_at: at }, /is added to the do-not-call list\.$/],
] as const)('the question before the erasure of %s says what stays', (_who, fields, words) => {
  expect(erasureWarning(fields)).toMatch(words);
});

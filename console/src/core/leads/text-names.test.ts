import { expect, test } from 'vitest';
import { textSender, textStatus } from './text-names.ts';

const user = { id: 4, full_name: 'Priya Venkataraman' };
const text = { direction: 'outbound', user, status: 'sent', delivery: null, not_sent_reason: null } as const;

test.each([
  ['sent', text, 'sent'],
  ['reported as delivered', { ...text, delivery: 'delivered' }, 'delivered'],
  ['held back', { ...text, not_sent_reason: 'The lead opted out' }, 'not sent: The lead opted out'],
  ['reported with a new status', { ...text, delivery: 'read' }, 'read'],
])('the status of a text that was %s is shown', (_, one, expected) => {
  expect(textStatus(one)).toBe(expected);
});

test.each([
  ['an agent', text, 'Priya Venkataraman'],
  ['the lead', { ...text, direction: 'inbound', user: null }, 'From the lead'],
  ['Offhook', { ...text, user: null }, 'Sent automatically'],
] as const)('the sender of a text from %s is shown', (_, one, expected) => {
  expect(textSender(one)).toBe(expected);
});

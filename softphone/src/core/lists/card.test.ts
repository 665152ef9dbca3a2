import { expect, test } from 'vitest';
import { ring, run, signedInAs } from '../sample-events.ts';
import { card } from './card.ts';

test.each<[string, number, Partial<ReturnType<typeof card>>]>([
  ['an ordinary account', 100, { name: 'Roof quote', email: 'lee@day.test', phone: null }],
  ['account 6671', 6671, { name: 'Lee Day', email: null, phone: null }],
  ['account 9920', 9920, { name: 'Roof quote', email: 'lee@day.test', phone: '(415) 555-0100' }],
])('the card of %s', (_sentence, account_id, expected) => {
  expect(card(run([signedInAs({ account_id }), ring()]).state)).toMatchObject({
    company: 'Acme',
    category: 'Solar',
    ...expected,
  });
});

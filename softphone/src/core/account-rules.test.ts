import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AccountRules, accountRules, isNeverAutoAccepted } from './account-rules.ts';
import type { PhoneEvent } from './events.ts';
import { card } from './lists/card.ts';
import { historyRow } from './lists/history-rows.ts';
import { effectTypes, historyItem, lead, ring, run, signedInAs, talk } from './sample-events.ts';
import { title, viewName } from './screen/view-name.ts';

const ordinary = accountRules(100);
const special: readonly [number, Partial<AccountRules>][] = [
  [6671, { showsLeadNames: true, hidesLeadEmail: true, hasCustomCrmLink: true }],
  [9920, { showsPhoneOnCard: true }],
  [9420, { titleShowsPhone: true }],
  [781, { keepsTokenOnDeviceError: true }],
  [10787, { autoAccepts: true }],
  [3998, { autoAccepts: true }],
];
const ids = special.map(([id]) => id);

test('an ordinary account has no special rules', () => {
  expect(Object.values(ordinary)).toEqual(Object.values(ordinary).map(() => false));
});

test.each(special)('account %i has only its own rule', (id, rules) => {
  expect(accountRules(id)).toEqual({ ...ordinary, ...rules });
});

test('every other account is ordinary, and only profile 7703 is special', () => {
  fc.assert(
    fc.property(fc.oneof(fc.nat(20_000), fc.nat()), (id) => {
      if (!ids.includes(id)) expect(accountRules(id)).toEqual(ordinary);
      expect(isNeverAutoAccepted(id)).toBe(id === 7703);
    }),
  );
  expect(accountRules(null)).toEqual(ordinary);
  expect(isNeverAutoAccepted(null)).toBe(false);
});

function observeAccount(account_id: number) {
  const agent = signedInAs({ account_id });
  const inbound = { direction: 'inbound', type: 'inbound' } as const;
  const ringing = run([agent, ring({ ...inbound, lead: { ...lead, source_id: '9' } })]).state;
  const expired: PhoneEvent = { type: 'deviceErrored', code: 20104, message: '', at: 1 };
  const { name, email, phone } = card(run([agent, talk()]).state);
  return {
    card: { name, email, phone },
    title: title(ringing),
    view: viewName(ringing),
    effects: effectTypes(run([agent, expired]).last),
    row: historyRow(historyItem({ lead }), account_id).lead?.name,
  };
}

test.each([1, 99, 100, 200, 780, 782, 3997, 6670, 9421, 9921, 10788, 7703])(
  'account %i has no special rules in the phone',
  (id) => {
    expect(observeAccount(id)).toEqual({
      card: { name: 'Roof quote', email: 'lee@day.test', phone: null },
      title: 'Main line',
      view: 'ringing',
      effects: ['fetchToken'],
      row: 'Roof quote',
    });
  },
);

test.each<[number, (seen: ReturnType<typeof observeAccount>) => unknown, unknown]>([
  [6671, ({ card: { name, email }, row }) => [name, email, row], ['Lee Day', null, 'Lee Day']],
  [9920, ({ card: { phone } }) => phone, '(415) 555-0100'],
  [9420, ({ title: shown }) => shown, 'Main line (415) 555-0199'],
  [781, ({ effects }) => effects, []],
  [10787, ({ view }) => view, 'oncall'],
  [3998, ({ view }) => view, 'oncall'],
])('the rule of account %i takes effect in the phone', (id, seen, expected) => {
  expect(seen(observeAccount(id))).toEqual(expected);
});

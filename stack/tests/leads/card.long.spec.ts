import { test } from '../phone.ts';
import { type CardExpectation, checkCardInEveryView, FOLLOW_UP_BOSS } from './card-walk.ts';

for (const seen of [
  {
    account: 6671,
    email: 'agent@6671.test',
    number: '+14155550141',
    shows: ['Lee Day', 'Acme', 'Solar'],
    hides: ['Roof quote', 'lee@day.example', '(415) 555-0141'],
    links: [FOLLOW_UP_BOSS, 'https://crm.example.test/leads/9%2F1'],
  },
  {
    account: 9920,
    email: 'agent@9920.test',
    number: '+14155550142',
    shows: ['Roof quote', 'Acme', 'lee@day.example', 'Solar', '(415) 555-0142'],
    hides: [],
    links: [FOLLOW_UP_BOSS],
  },
] satisfies readonly CardExpectation[]) {
  test(`the card shows what account ${seen.account} allows while ringing, on a call and in waiting`, ({
    browser,
    product,
  }) => checkCardInEveryView(browser, product, seen));
}

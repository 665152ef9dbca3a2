import { expect, Phone, test } from '../phone.ts';
import { checkCardInEveryView, FOLLOW_UP_BOSS } from './card-walk.ts';

test('the card shows what the account allows while ringing, on a call and in waiting', async ({
  browser,
  product,
}) => {
  await checkCardInEveryView(browser, product, {
    account: 100,
    email: 'agent3@demo.test',
    number: '+14155550175',
    shows: ['Roof quote', 'Acme', 'lee@day.example', 'Solar'],
    hides: ['(415) 555-0175'],
    links: [FOLLOW_UP_BOSS],
  });
});

test('‘Check for lead’ changes nothing when no lead is due', async ({ browser, product }) => {
  const phone = await Phone.open(browser, product.url, 'agent@781.test');
  const button = phone.button('Check for lead');
  await expect(button).toBeEnabled();
  const answered = phone.page.waitForResponse((response) => response.url().endsWith('/apps/webrtc/check'));
  await button.click();
  const response = await answered;
  expect(response.request().postData()).toBeNull();
  const { success, lead } = await response.json();
  expect(success).toBe(true);
  if (lead) await expect(phone.heading('Incoming Lead!')).toBeVisible();
  else await expect(button).toBeEnabled();
  await expect(phone.page.getByRole('alert')).toHaveCount(0);
  await phone.close();
});

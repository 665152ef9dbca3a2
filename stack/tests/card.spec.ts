import { expect, Phone, test } from './phone.ts';

const PERSON = {
  fname: 'Lee',
  lname: 'Day',
  label: 'Roof quote',
  email: 'lee@day.example',
  company: 'Acme',
  category: 'Solar',
  crm: 'followupboss',
  source_id: '9/1',
};

interface Seen {
  readonly account: number;
  readonly email: string;
  readonly number: string;
  readonly shows: readonly string[];
  readonly hides: readonly string[];
  readonly links: readonly string[];
}

const FOLLOW_UP_BOSS = 'https://app.followupboss.com/2/people/view/9%2F1';

for (const { account, email, number, shows, hides, links } of [
  {
    account: 100,
    email: 'agent3@demo.test',
    number: '+14155550175',
    shows: ['Roof quote', 'Acme', 'lee@day.example', 'Solar'],
    hides: ['(415) 555-0175'],
    links: [FOLLOW_UP_BOSS],
  },
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
    // The whisper text says the name.
    hides: [],
    links: [FOLLOW_UP_BOSS],
  },
] satisfies readonly Seen[]) {
  test(`the card of account ${account} shows what it may, ringing, on call and in waiting`, async ({
    browser,
    product,
  }) => {
    const phone = await Phone.open(browser, product.url, email);
    const card = phone.page.getByRole('region', { name: 'Lead' });
    await expect(phone.button('Check for lead')).toBeEnabled();
    await product.postLead({ phone_number: number, ...PERSON }, account);
    await expect(phone.heading('Incoming Lead!')).toBeVisible();
    await expect(phone.button('Check for lead')).toHaveCount(0);
    const check = async () => {
      for (const text of shows) await expect(card).toContainText(text);
      for (const text of hides) await expect(card).not.toContainText(text);
      expect(
        await card.getByRole('link').evaluateAll((all) => all.map((a) => a.getAttribute('href'))),
      ).toEqual(links);
      await expect(card.locator('img').first()).toHaveAttribute('src', /avatar/);
    };
    await check();
    await phone.button('Call').click();
    await phone.talks();
    await check();
    await expect(phone.button('Check for lead')).toHaveCount(0);
    await phone.button('Hang Up').click();
    await phone.button('Retry').click();
    await expect(phone.heading('Incoming Lead!')).toBeVisible();
    await check();
    await phone.button('Ignore').click();
    await expect(phone.button('Check for lead')).toBeVisible();
    await phone.close();
  });
}

test('Check for lead asks, and where none is due the screen stays as it was', async ({
  browser,
  product,
}) => {
  const phone = await Phone.open(browser, product.url, 'agent@781.test');
  const button = phone.button('Check for lead');
  await expect(button).toBeEnabled();
  const answered = phone.page.waitForResponse((response) => response.url().endsWith('/apps/webrtc/check'));
  await button.click();
  const answer = await answered;
  expect(answer.request().postData()).toBeNull();
  const { success, lead } = await answer.json();
  expect(success).toBe(true);
  if (lead) await expect(phone.heading('Incoming Lead!')).toBeVisible();
  else await expect(button).toBeEnabled();
  await expect(phone.page.getByRole('alert')).toHaveCount(0);
  await phone.close();
});

import type { Browser } from '@playwright/test';
import { expect, Phone } from '../phone.ts';
import type { Product } from '../product.ts';

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

/** What an account's agents can see of a lead. */
export interface CardExpectation {
  readonly account: number;
  readonly email: string;
  readonly number: string;
  readonly shows: readonly string[];
  readonly hides: readonly string[];
  readonly links: readonly string[];
}

export const FOLLOW_UP_BOSS = 'https://app.followupboss.com/2/people/view/9%2F1';

/** Checks the lead's card in every view of a call. */
export async function checkCardInEveryView(
  browser: Browser,
  product: Product,
  { account, email, number, shows, hides, links }: CardExpectation,
): Promise<void> {
  const phone = await Phone.open(browser, product.url, email);
  const card = phone.page.getByRole('region', { name: 'Lead' });
  await expect(phone.button('Check for lead')).toBeEnabled();
  await product.postLead({ phone_number: number, ...PERSON }, account);
  await expect(phone.heading('Incoming Lead!')).toBeVisible();
  await expect(phone.button('Check for lead')).toHaveCount(0);
  const check = async () => {
    for (const text of shows) await expect(card).toContainText(text);
    for (const text of hides) await expect(card).not.toContainText(text);
    expect(await card.getByRole('link').evaluateAll((all) => all.map((a) => a.getAttribute('href')))).toEqual(
      links,
    );
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
}

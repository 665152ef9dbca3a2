import { expect, findParty, type Phone, test, waitForHangUps } from '../phone.ts';
import type { Product } from '../product.ts';

const UNKNOWN = '+14155550131';
const KNOWN = '+14155550158';
const NAMES = ['Ann Reyes', 'Ben Okafor'];

async function fillNumber(phone: Phone, number: string): Promise<void> {
  await phone.navigation.getByRole('button', { name: 'Call', exact: true }).click();
  await phone.page.getByLabel('Phone Number').fill(number);
}

async function linesTo(product: Product, number: string): Promise<number> {
  return (await product.lines()).filter(({ kind, to }) => kind === 'carrier' && to === number).length;
}

for (const [target, number] of [
  ['an unknown number', UNKNOWN],
  ['a lead', KNOWN],
] as const) {
  test(`two agents who press Call Now for ${target} simultaneously make one call`, async ({
    phone,
    other,
    product,
  }) => {
    const phones = [phone, other];
    await Promise.all(phones.map((one) => fillNumber(one, number)));
    await Promise.all(phones.map((one) => one.button('Call Now').click()));
    await findParty(product, number);
    const onCall = await Promise.all(phones.map((one) => one.button('Hang Up').isVisible()));
    expect(onCall.filter(Boolean)).toHaveLength(1);
    const winner = onCall[0] ? 0 : 1;
    const [winnerPhone, loserPhone] = onCall[0] ? [phone, other] : [other, phone];
    await winnerPhone.talks();
    await expect(loserPhone.page.locator('strong')).toHaveText(`${NAMES[winner]} is calling this lead.`);
    await expect(loserPhone.heading('New Call')).toBeVisible();
    expect(await linesTo(product, number)).toBe(1);

    // The notice beside Call Now disappears once the lead is free.
    const notice = loserPhone.page.getByRole('status').filter({ hasText: 'this lead' });
    await expect(notice).toHaveText(`${NAMES[winner]} is on a call with this lead.`);
    await expect(loserPhone.button('Call Now')).toBeEnabled();
    await winnerPhone.button('Hang Up').click();
    await expect(notice).toHaveCount(0);
    await loserPhone.button('Call Now').click();
    await loserPhone.talks();
    await loserPhone.button('Hang Up').click();
    await waitForHangUps(product);
  });
}

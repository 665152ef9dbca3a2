import { expect, findParty, LEAD, PASSWORD, Phone, partyHears, SPEECH, test } from '../phone.ts';
import { Product } from '../product.ts';

const NEW = 'a longer new password';

/** A separate product, because the other tests use the demo's password. */
const ownProduct = new Product();
test.beforeAll(() => ownProduct.start());
test.afterAll(() => ownProduct.dispose());

test('changing the password in Settings logs out the other browser and keeps this one', async ({
  browser,
}) => {
  const phone = await Phone.open(browser, ownProduct.url, 'plain@demo.test');
  const { page } = phone;
  const other = await Phone.visit(browser, ownProduct.url);
  const signIn = async (password: string) => {
    await other.signIn('plain@demo.test', password);
    await expect(other.page.getByText('Your phone is open on another device.')).toBeVisible();
  };
  await signIn(PASSWORD);
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await phone.button('Change password').click();
  await page.getByLabel('Current password').fill('not it');
  await page.getByLabel('New password').fill(NEW);
  await phone.button('Change password').click();
  await expect(page.getByText('Your current password is incorrect.')).toBeVisible();
  await expect(page.getByLabel('Current password')).toBeFocused();
  await page.getByLabel('Current password').fill(PASSWORD);
  await phone.button('Change password').click();
  await expect(page.getByText(/^Your password was changed\. 1 other session ended/)).toBeVisible();
  await expect(other.button('Log in')).toBeVisible();
  await signIn(NEW);
  await other.close();
  await page.reload();
  await expect(phone.navigation).toBeVisible();
  await phone.close();
});

test('changing the password in the console leaves a call in another tab alone', async ({ browser }) => {
  const phone = await Phone.open(browser, ownProduct.url, 'admin@demo.test');
  await phone.newCall(LEAD, { first: 'Goes', last: 'On' });
  await phone.hearsSpeech();
  const before = await findParty(ownProduct, LEAD);
  const admin = await Phone.beside(phone, `${ownProduct.url}/admin`);
  const { page } = admin;
  await page.setViewportSize({ width: 1280, height: 800 });
  await admin.button('Change password').click();
  const dialog = page.getByRole('dialog', { name: 'Change password' });
  await dialog.getByLabel('Current password').fill(PASSWORD);
  await dialog.getByLabel('New password').fill(NEW);
  await dialog.getByRole('button', { name: 'Change password', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Password changed' })).toBeVisible();
  await admin.button('Close').click();

  await phone.page.bringToFront();
  await partyHears(ownProduct, LEAD, (level) => level > SPEECH, 'the lead to still hear the agent');
  expect((await findParty(ownProduct, LEAD)).call_sid).toBe(before.call_sid);
  await phone.hangUp();
  await phone.close();
});

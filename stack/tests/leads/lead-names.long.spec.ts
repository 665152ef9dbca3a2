import { clearName } from '../lead-name.ts';
import { expect, type Phone, test, waitForHangUps } from '../phone.ts';

const NUMBER = '+14155550130';

async function callAs(phone: Phone, first: string, last: string): Promise<void> {
  await phone.navigation.getByRole('button', { name: 'Call', exact: true }).click();
  await phone.page.getByLabel('First Name').fill(first);
  await phone.page.getByLabel('Last Name').fill(last);
  await phone.page.getByLabel('Phone Number').fill(NUMBER);
  await phone.button('Call Now').click();
  await phone.talks();
}

async function endCall(phone: Phone): Promise<void> {
  await phone.hangUp();
  await phone.markContacted();
  await phone.button('Done').click();
  await phone.ready();
}

test('a known number called under another name keeps its name until the agent renames it', async ({
  phone,
  product,
}) => {
  const offer = phone.page.getByRole('group', { name: 'Saved as Olga Line. Rename to Olga Lind?' });
  await clearName(product.url, NUMBER);
  await callAs(phone, 'Olga', 'Line');
  await expect(phone.heading('Olga Line')).toBeVisible();
  await expect(phone.page.getByText('Saved as')).toHaveCount(0);
  await endCall(phone);

  await callAs(phone, 'Olga', 'Lind');
  await expect(phone.heading('Olga Line')).toBeVisible();
  await offer.getByRole('button', { name: 'Keep' }).click();
  await expect(offer).toHaveCount(0);
  await expect(phone.heading('Olga Line')).toBeVisible();
  await endCall(phone);

  await callAs(phone, 'Olga', 'Lind');
  await phone.button('Transfer').click();
  await offer.getByRole('button', { name: 'Rename' }).click();
  await phone.waitForText('Renamed to Olga Lind.');
  await expect(offer).toHaveCount(0);
  await phone.button('Transfer').click();
  await expect(phone.heading('Olga Lind')).toBeVisible();
  await endCall(phone);
  await waitForHangUps(product);

  await phone.navigation.getByRole('button', { name: 'History', exact: true }).click();
  const rows = phone.page.locator('[data-panel] tbody tr');
  await expect(rows.nth(0)).toContainText('Olga Lind');
  for (const index of [1, 2]) await expect(rows.nth(index)).toContainText('Olga Line');
  await rows.nth(2).getByRole('button', { name: 'Olga Line', exact: true }).click();
  await expect(phone.page.getByLabel('Last Name')).toHaveValue('Lind');
});

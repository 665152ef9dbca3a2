import { clearName } from '../lead-name.ts';
import { expect, findParty, test, waitForHangUps } from '../phone.ts';

const NUMBER = '+14155550130';

test('an extension is dialed, shown in the history and dialed again; an invalid one is rejected', async ({
  phone,
  product,
}) => {
  const { page } = phone;
  const field = page.getByLabel('Phone Number');
  await clearName(product.url, NUMBER);
  await phone.newCall('(415) 555-0130 x12a', { first: 'Erin', last: 'Switch' });
  await expect(page.locator('strong')).toHaveText('An extension can contain only digits, such as 12 in x12.');
  await expect(field).toHaveValue('(415) 555-0130 x12a');
  expect(await product.lines()).toEqual([]);

  await field.fill('');
  await field.pressSequentially('4155550130,,12');
  await expect(field).toHaveValue('(415) 555-0130,,12');
  const placed = page.waitForRequest(/twilio\/outbound$/);
  await phone.button('Call Now').click();
  expect((await placed).postDataJSON()).toMatchObject({ phone_number: `${NUMBER} ext. 12` });
  await findParty(product, NUMBER);
  await phone.talks();
  await phone.hearsSpeech();
  await phone.button('Hang Up').click();
  await phone.markContacted();
  await phone.button('Done').click();
  await waitForHangUps(product);

  await phone.navigation.getByRole('button', { name: 'History', exact: true }).click();
  const row = page.locator('[data-panel] tbody tr').first();
  await expect(row).toContainText('(415) 555-0130 ext. 12');
  await row.getByRole('button', { name: 'Erin Switch', exact: true }).click();
  await expect(field).toHaveValue(`${NUMBER} ext. 12`);
});

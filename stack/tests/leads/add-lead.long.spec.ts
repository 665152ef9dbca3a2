import { clearName } from '../lead-name.ts';
import { expect, LEAD, test, waitForHangUps, whoHearsWhom } from '../phone.ts';
import { waitUntil } from '../product.ts';

test('Add Lead rejects an invalid number and connects a valid one', async ({
  phone,
  supervisor,
  product,
}) => {
  await supervisor.navigation.getByRole('button', { name: 'Conference', exact: true }).click();
  await supervisor.row('Ann Reyes').getByRole('button', { name: 'Call', exact: true }).click();
  await expect(phone.page.getByRole('alertdialog', { name: 'Incoming Conference!' })).toBeVisible();
  await phone.button('Call').click();
  await phone.talks();
  await supervisor.talks();

  await supervisor.button('Add Lead').click();
  await expect(supervisor.heading('Add Lead')).toBeVisible();
  await expect(supervisor.page.getByLabel('First Name')).toBeFocused();
  await clearName(product.url, LEAD);
  await supervisor.page.getByLabel('First Name').fill('Lena');
  await supervisor.page.getByLabel('Last Name').fill('Added');
  await supervisor.page.getByLabel('Phone Number').fill('+1000');
  await supervisor.button('Call').click();
  await expect(
    supervisor.page.locator('strong', { hasText: 'This phone number is too short.' }),
  ).toBeVisible();
  await expect(supervisor.page.getByLabel('First Name')).toHaveValue('Lena');

  await supervisor.page.getByLabel('Phone Number').fill(LEAD);
  await supervisor.button('Call').click();
  await expect(supervisor.heading('Add Lead')).toBeHidden();
  await expect(supervisor.heading('Lena Added')).toBeVisible();
  await expect(supervisor.button('Add Lead')).toHaveCount(0);
  await waitUntil(
    async () => {
      const heard = Object.values(await whoHearsWhom(product));
      return heard.length === 3 && heard.every((voices) => voices.length === 2);
    },
    'all three parties to hear each other',
    30_000,
  );
  await phone.button('Hang Up').click();
  await supervisor.hangUp();
  await waitForHangUps(product);
});

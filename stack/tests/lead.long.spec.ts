import { expect, test } from './phone.ts';

test('nobody accepts: missed in the history, with the reason', async ({ phone, product }) => {
  test.setTimeout(90_000);
  await product.postLead({ phone_number: '+14155550142', fname: 'No', lname: 'Body' });
  await expect(phone.heading('Incoming Lead!')).toBeVisible();
  await expect(phone.navigation).toBeVisible({ timeout: 40_000 });
  await phone.navigation.getByRole('button', { name: 'History' }).click();
  const row = phone.page.getByRole('row').filter({ hasText: 'No Body' }).first();
  await expect(row).toContainText('Missed');
  await expect(row).toContainText('No agents answered');
});

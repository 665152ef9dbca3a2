import { expect, LEAD, openTransferPanel, test, waitForHangUps, whoHearsWhom } from '../phone.ts';
import { waitUntil } from '../product.ts';

test('a transfer rings the colleague, who talks to the lead, and the agent is asked for the result', async ({
  phone,
  other,
  product,
}) => {
  await openTransferPanel(phone, product);
  // The list starts with the Available filter.
  await expect(phone.row('Ben Okafor')).toContainText('Available');
  await expect(phone.row('Dana Petrova')).toHaveCount(0);
  await phone.button('Add a reason').click();
  await phone.page.getByLabel('Reason (optional)').fill('Asks about the yearly price');
  await phone.row('Ben Okafor').getByRole('button', { name: 'Call', exact: true }).click();
  await expect(other.page.getByRole('alertdialog', { name: 'Incoming Transfer!' })).toBeVisible();
  await expect(phone.heading('Transfer')).toBeHidden();
  await expect(phone.button('Hang Up')).toBeVisible();
  await expect(phone.page.getByRole('region', { name: 'Colleague' })).toContainText('Ringing Ben Okafor…');
  await expect(other.heading('Tara Transferred')).toBeVisible();
  await expect(other.page.getByText('Transfer from Ann Reyes')).toBeVisible();
  await expect(other.page.getByText('Asks about the yearly price')).toBeVisible();
  await other.button('Accept').click();
  await other.talks();
  await other.hearsSpeech();
  await expect(phone.heading('Call Result')).toBeVisible();
  await waitUntil(
    async () => (await whoHearsWhom(product))[LEAD]?.length === 1,
    'the lead to hear one agent',
  );
  await other.hangUp();
  await waitForHangUps(product);
});

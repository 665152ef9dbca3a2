import { expect, findParty, LEAD, Phone, test, waitForHangUps, whoHearsWhom } from '../phone.ts';
import { type Product, waitUntil } from '../product.ts';

/** An agent on a call with a lead, with the Transfer panel open. */
async function openTransferPanel(phone: Phone, product: Product): Promise<void> {
  await phone.talkTo(LEAD, { first: 'Tara', last: 'Transferred' });
  await findParty(product, LEAD);
  await phone.button('Transfer').click();
  await expect(phone.heading('Transfer')).toBeVisible();
}

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

test('a transfer that the colleague ignores leaves the call with the agent, who can try again or cancel', async ({
  phone,
  other,
  product,
}) => {
  await openTransferPanel(phone, product);
  await phone.row('Ben Okafor').getByRole('button', { name: 'Call', exact: true }).click();
  const incoming = other.page.getByRole('alertdialog', { name: 'Incoming Transfer!' });
  await expect(incoming).toBeVisible();
  await other.button('Ignore').click();
  await expect(phone.page.getByRole('region', { name: 'Colleague' })).toContainText(
    'Ben Okafor didn’t answer',
  );
  await other.ready();
  await phone.button('Try again').click();
  await expect(incoming).toBeVisible();

  await test.step('the ring survives a reload of the agent’s page', async () => {
    await phone.page.reload();
    await phone.talks();
    await expect(phone.page.getByRole('region', { name: 'Colleague' })).toContainText('Ringing Ben Okafor…');
  });

  await test.step('Escape stops the ring, and the colleague is asked for nothing', async () => {
    await phone.press('Escape');
    await expect(phone.page.getByRole('region', { name: 'Colleague' })).toHaveCount(0);
    await other.ready();
  });
  await phone.hearsSpeech();
  await expect(phone.heading('On call')).toBeVisible();
  await phone.hangUp();
  await waitForHangUps(product);
});

test('the list of colleagues has filters, a search and pages, and updates automatically', async ({
  browser,
  phone,
  product,
}) => {
  await openTransferPanel(phone, product);
  await phone.page.getByLabel('Status').selectOption('All Statuses');
  await expect(phone.page.getByText('1 / 2')).toBeVisible();
  await expect(phone.page.getByRole('list', { name: 'Agents' }).getByRole('listitem')).toHaveCount(10);
  await expect(phone.row('Ann Reyes')).toHaveCount(0);
  await expect(phone.row('Dana Petrova')).toContainText('Unavailable');
  await expect(phone.row('Dana Petrova').getByRole('button')).toHaveCount(0);

  await phone.page.getByText('Next', { exact: true }).click();
  await expect(phone.page.getByText('2 / 2')).toBeVisible();
  await expect(phone.row('Sam Whitfield')).toBeVisible();

  await phone.page.getByLabel('Search').fill('okaf');
  await expect(phone.page.getByText('1 / 1')).toBeVisible();
  await expect(phone.page.getByRole('list', { name: 'Agents' }).getByRole('listitem')).toHaveCount(1);
  await expect(phone.row('Ben Okafor')).toContainText('Unavailable');

  await test.step('a colleague who signs in becomes available in the open list', async () => {
    const other = await Phone.open(browser, product.url, 'agent2@demo.test');
    await expect(phone.row('Ben Okafor')).toContainText('Available');
    await expect(phone.row('Ben Okafor').getByRole('button', { name: 'Call', exact: true })).toBeVisible();
    await other.close();
  });

  await phone.page.getByLabel('Search').fill('no such name');
  await expect(phone.page.getByText('No agents found!', { exact: true })).toBeVisible();
  await phone.press('Escape');
  await phone.press('Escape');
  await expect(phone.button('Transfer')).toBeFocused();
  await phone.hangUp();
  await waitForHangUps(product);
});

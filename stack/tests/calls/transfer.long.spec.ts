import { expect, LEAD, openTransferPanel, Phone, test, waitForHangUps } from '../phone.ts';

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

test('a colleague sees the running call’s note once in the ring, and note and reason in the call', async ({
  phone,
  other,
  product,
}) => {
  await other.page.setViewportSize({ width: 380, height: 780 });
  await phone.talkTo(LEAD, { first: 'Nora', last: 'Noted' });
  await expect(phone.button('Transfer')).toBeEnabled();
  await phone.press('n');
  await phone.page.getByRole('textbox', { name: 'Note', exact: true }).fill('Owns two houses');
  await phone.press('Escape');
  await phone.press('t');
  await phone.button('Add a reason').click();
  await phone.page.getByLabel('Reason (optional)').fill('Asks about the yearly price');
  await phone.row('Ben Okafor').getByRole('button', { name: 'Call', exact: true }).click();

  const ring = other.page.getByRole('alertdialog', { name: 'Incoming Transfer!' });
  await expect(ring).toContainText('Last note: Owns two houses');
  await expect(ring.getByText('Owns two houses')).toHaveCount(1);
  await other.button('Accept').click();
  await other.talks();
  const words = other.page.getByText('Ann Reyes: Asks about the yearly price').filter({ visible: true });
  await expect(words).toHaveCount(1);
  await other.page.getByRole('radio', { name: 'Lead' }).click();
  await expect(words).toHaveCount(1);
  await expect(other.page.getByRole('region', { name: 'Last note' })).toContainText('Owns two houses');
  await other.hangUp();
  await waitForHangUps(product);
});

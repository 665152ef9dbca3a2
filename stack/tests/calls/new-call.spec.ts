import { expect, Phone, test } from '../phone.ts';

test('New Call shows caller IDs, takes the number of a tel: link, and doesn’t call a removed number', async ({
  browser,
  browserName,
  product,
}) => {
  const phone = await Phone.visit(browser, product.url, '/?url=tel:%2B1-415-555-0143');
  const { page } = phone;
  await phone.login('agent2@demo.test');
  await expect(phone.heading('New Call')).toBeVisible();
  await expect(page.getByLabel('Phone Number')).toHaveValue(/\+?1?.*415.*555.*0143/);
  await expect(page.getByLabel('First Name')).toHaveValue('');
  await expect(page).toHaveURL(`${product.url}/`);

  const callerId = page.getByLabel('Caller ID');
  await expect(callerId).toHaveValue('');
  const options = await callerId.evaluate((select: HTMLSelectElement) =>
    [...select.options].map(({ textContent }) => textContent),
  );
  expect(options[0]).toBe('Default');
  expect(options).toContainEqual(expect.stringContaining('Main line ((415) 555-0199)'));
  // A caller ID name of 41 characters.
  const outreach = options.find((option) => option.startsWith('Regional outreach line for the west coas… '));
  expect(outreach).toBeDefined();

  await test.step('the request has the typed values, and the call has the chosen caller ID', async () => {
    await page.getByLabel('First Name').fill('Rex');
    await page.getByLabel('Last Name').fill('Moved');
    await callerId.selectOption({ label: outreach ?? '' });
    const placed = page.waitForRequest((request) => request.url().endsWith('/api/v1/calls/twilio/outbound'));
    await phone.button('Call Now').click();
    const request = await placed;
    // Playwright can't read request bodies in Firefox.
    if (browserName !== 'firefox')
      expect(request.postDataJSON()).toEqual({
        fname: 'Rex',
        lname: 'Moved',
        phone_number: '+14155550143',
        agent_id: expect.any(Number),
        interface: 'desktop',
      });
    await phone.talks();
    await expect(page.getByText('Regional outreach line for the west coast', { exact: true })).toBeVisible();
    await phone.button('Hang Up').click();
  });

  await test.step('a removed lead is not called again', async () => {
    await phone.button('Remove').click();
    await expect(phone.heading('Thank you!')).toBeVisible();
    await phone.button('Done').click();
    await phone.navigation.getByRole('button', { name: 'Call', exact: true }).click();
    await page.getByLabel('Phone Number').fill('+14155550143');
    await expect(page.getByText('This lead was removed and must not be called.')).toBeVisible();
    await phone.button('Call Now').click();
    await expect(page.locator('strong', { hasText: 'This lead must not be called.' })).toBeVisible();
  });
  await phone.close();
});

test('a server error shows in the panel, keeps the inputs, and a double click sends one request', async ({
  phone,
}) => {
  const { page } = phone;
  let placed = 0;
  let respond = () => {};
  const mayAnswer = new Promise<void>((resolve) => {
    respond = resolve;
  });
  await page.route('**/api/v1/calls/twilio/outbound', async (route) => {
    placed += 1;
    await mayAnswer;
    await route.fulfill({ status: 422, json: { success: false, error: 'This agent is not available.' } });
  });
  await phone.newCall('+14155550100', { first: 'Eve', last: 'Error' });
  await expect(page.getByText('Dialing...').first()).toBeVisible();
  await expect(phone.button('Call Now')).toBeDisabled();
  respond();
  await expect(page.locator('strong', { hasText: 'This agent is not available.' })).toBeVisible();
  await expect(phone.button('Call Now')).toBeEnabled();
  await expect(page.getByLabel('First Name')).toHaveValue('Eve');
  await expect(page.getByLabel('Phone Number')).toHaveValue(/0100/);
  expect(placed).toBe(1);
});

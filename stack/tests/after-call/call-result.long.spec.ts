import { BUSY, expect, Phone, test } from '../phone.ts';
import { waitUntil } from '../product.ts';

test('choosing a result with its shortcut opens the text view, and Retry calls the lead again', async ({
  phone,
  product,
}) => {
  await phone.newCall(BUSY, { first: 'Rita', last: 'Retry' });
  await expect(phone.heading('Call Result')).toBeVisible();
  await expect(phone.page).toHaveURL(`${product.url}/`);
  for (const name of ['Contacted', 'Voicemail', 'Missed', 'Remove', 'Retry', 'SMS']) {
    await expect(phone.button(name)).toBeEnabled();
  }
  await expect(phone.page.getByText('Line was busy')).toBeVisible();
  await expect(phone.page.getByText('Rita’s phone didn’t ring.')).toBeVisible();
  await expect(phone.button('Missed')).toContainText('Suggested');
  const retried = phone.page.waitForRequest((request) => request.url().endsWith('/api/v1/calls/twilio'));
  await phone.press('r');
  expect((await retried).postDataJSON()).toEqual({ fname: 'Rita', lname: 'Retry', phone_number: BUSY });
  await expect(phone.heading('Incoming Lead!')).toBeVisible();
  await expect(phone.heading('Rita Retry')).toBeVisible();
  await phone.button('Call').click();
  await expect(phone.heading('Call Result')).toBeVisible();

  const chosen = phone.page.waitForRequest((request) => request.url().endsWith('/disposition'));
  await phone.press('2');
  expect((await chosen).postDataJSON()).toEqual({ status: 'voicemail' });
  await expect(phone.heading('Send SMS')).toBeVisible();
  await phone.press('Escape');
  await expect(phone.heading('Thank you!')).toBeVisible();
  await phone.press('Enter');
  await phone.ready();
});

test('a result and a note saved offline survive a reload and are sent once the network is back', async ({
  phone,
}) => {
  const { page } = phone;
  await phone.newCall(BUSY, { first: 'Otto', last: 'Offline' });
  await expect(phone.heading('Call Result')).toBeVisible();
  let isOffline = true;
  const arrived: unknown[] = [];
  // The route stays: a request in flight while a route is removed reports no response to Playwright.
  await page.route(/\/(disposition|notes)$/, async (route) => {
    if (isOffline) return route.abort('internetdisconnected');
    const response = await route.fetch();
    if (response.ok()) arrived.push(route.request().postDataJSON());
    await route.fulfill({ response });
  });
  await phone.button('Contacted').click();
  await expect(phone.heading('Tags & Stages')).toBeVisible();
  await expect(page.getByText('Saved. We’ll send it when you’re back online.').last()).toBeVisible();
  await phone.button('Skip').click();
  await phone.button('Add Note').click();
  await page.getByRole('textbox', { name: 'Add Note' }).fill('Call back in May');
  await phone.button('Save').click();
  await expect(phone.navigation).toBeVisible();
  await expect(page.getByText('Saved. We’ll send it when you’re back online.').last()).toBeVisible();

  await phone.reload();
  await expect(page.getByText('Saved. We’ll send it when you’re back online.').last()).toBeVisible();
  isOffline = false;
  await waitUntil(() => arrived.length === 2, 'both requests to arrive');
  expect(arrived).toMatchObject([{ status: 'contacted' }, { content: 'Call back in May' }]);
  await expect(page.getByText('Saved. We’ll send it when you’re back online.')).toHaveCount(0);
});

test('a result can be undone, and a result lost in a reload is asked for again', async ({ phone }) => {
  const { page } = phone;
  await phone.newCall(BUSY, { first: 'Una', last: 'Undo' });
  await phone.button('Remove').click();
  await expect(phone.heading('Thank you!')).toBeVisible();
  await expect(page.getByText('Marked as removed')).toBeVisible();
  await phone.button('Undo').click();
  await expect(phone.heading('Call Result')).toBeVisible();
  await expect(page.getByText('Marked as removed')).toHaveCount(0);

  // The undone result removed nothing.
  await phone.reload();
  await expect(phone.heading('Result missing: Una Undo')).toBeVisible();
  await phone.button('Add result').click();
  await expect(page.getByText('Una Undo').last()).toBeVisible();
  await phone.button('Voicemail').click();
  await expect(page.getByText('Marked as voicemail')).toBeVisible();
  await expect(phone.heading('Result missing: Una Undo')).toHaveCount(0);

  // The shortcut for Undo also works in the waiting view.
  await phone.press('Control+z');
  await expect(phone.heading('Call Result')).toBeVisible();
  await phone.press('Escape');
  await phone.navigation.getByRole('button', { name: 'History' }).click();
  await page
    .getByRole('button', { name: /^Add note: Una Undo/ })
    .first()
    .click();
  await page.getByRole('textbox', { name: 'Add Note' }).fill('Prefers mornings');
  const noteResponse = page.waitForResponse((response) => response.url().endsWith('/api/v1/notes'));
  await phone.button('Save').click();
  expect((await noteResponse).ok()).toBe(true);
  await phone.navigation.getByRole('button', { name: 'History' }).click();
  await page
    .getByRole('button', { name: /^Add result: Una Undo/ })
    .first()
    .click();
  await phone.button('Contacted').click();
  await expect(page.getByText('Marked as contacted')).toBeVisible();
  await phone.navigation.getByRole('button', { name: 'History' }).click();
  const row = page.getByRole('row').filter({
    has: page.getByRole('button', { name: 'Undo result: Una Undo' }),
  });
  await expect(row.getByRole('button', { name: /^Add note: Una Undo/ })).toBeVisible();
});

test('a result lost in a signaling drop is asked for again, even in another browser', async ({
  browser,
  phone,
  product,
}) => {
  const { page } = phone;
  const sockets: { close(): Promise<void> }[] = [];
  await page.routeWebSocket(/\/voice\/signal/, (socket) => {
    socket.connectToServer();
    sockets.push(socket);
  });
  await phone.reload();
  await phone.newCall(BUSY, { first: 'Dora', last: 'Dropped' });
  await expect(phone.heading('Call Result')).toBeVisible();
  await Promise.all(sockets.map((socket) => socket.close()));
  await expect(phone.heading('Result missing: Dora Dropped')).toBeVisible();

  await phone.close();
  const other = await Phone.open(browser, product.url, 'agent@demo.test');
  await expect(other.heading('Result missing: Dora Dropped')).toBeVisible();
  await other.button('Add result').click();
  await other.button('Missed').click();
  await expect(other.page.getByText('Marked as missed')).toBeVisible();
  await expect(other.heading('Result missing: Dora Dropped')).toHaveCount(0);
  await other.close();
});

test('a result lost in an outage is asked for again once the phone is online', async ({ phone }) => {
  await phone.newCall(BUSY, { first: 'Ora', last: 'Outage' });
  await expect(phone.heading('Call Result')).toBeVisible();
  await phone.context.setOffline(true);
  // The view closes when the phone's device goes offline, a few seconds later.
  await expect(phone.navigation).toBeVisible({ timeout: 60_000 });
  await phone.context.setOffline(false);
  await phone.ready();
  await expect(
    phone.page.getByRole('heading', { name: /^(Result missing: Ora Outage|\d+ results missing)$/ }),
  ).toBeVisible();
});

/** Answers and hangs up after 3 s. */
const SHORT = '+14155550105';

test('call shortcuts do nothing in the result view, and Remove by key asks for confirmation', async ({
  phone,
}) => {
  const { page } = phone;
  const results: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/disposition')) results.push(request.postDataJSON());
  });
  await phone.newCall(SHORT, { first: 'Kay', last: 'Keypad' });
  await expect(page.getByText(/^Answered/)).toBeVisible();
  await phone.button('Keypad').click();
  // The lead hangs up during hold.
  await page.keyboard.down('4');
  await expect(phone.heading('Call Result')).toBeVisible();
  await page.keyboard.down('4');
  await page.keyboard.press('1');
  await expect(page.locator('html')).toHaveAttribute('data-keys-ignored');
  await page.keyboard.up('4');
  await phone.press('4');
  const question = page.getByRole('alertdialog', {
    name: 'Remove Kay Keypad? They won’t be called or texted again.',
  });
  await expect(question).toBeVisible();
  await page.keyboard.press('3');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  expect(results).toEqual([]);
  await phone.press('1');
  await expect(page.getByText('Marked as contacted')).toBeVisible();
  expect(results).toEqual([{ status: 'contacted' }]);
});

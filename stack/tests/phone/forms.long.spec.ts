import { expect, LEAD, MAIN_LINE, Phone, test } from '../phone.ts';
import { waitUntil } from '../product.ts';

const UNKNOWN = '+14155550166';

async function typeOlga(phone: Phone): Promise<void> {
  await phone.press('c');
  await expect(phone.page.getByLabel('First Name')).toBeFocused();
  await phone.page.keyboard.type('Olga');
  await phone.page.getByLabel('Last Name').fill('Line');
  await phone.page.getByLabel('Phone Number').pressSequentially('415555');
}

async function expectOlga(phone: Phone): Promise<void> {
  await expect(phone.heading('New Call')).toBeVisible();
  await expect(phone.page.getByLabel('First Name')).toHaveValue('Olga');
  await expect(phone.page.getByLabel('Last Name')).toHaveValue('Line');
  await expect(phone.page.getByLabel('Phone Number')).toHaveValue('(415) 555');
}

const unfinishedCall = (phone: Phone) => phone.page.getByRole('region', { name: 'Call not placed yet' });
const question = (phone: Phone) =>
  phone.page.getByRole('alertdialog', { name: 'Discard what you typed?', exact: true });

test('text typed in New Call survives a ring, another panel and a reload', async ({ phone, product }) => {
  await typeOlga(phone);

  await test.step('a ring closes an open question, and Escape means Ignore', async () => {
    await phone.press('Escape');
    await expect(question(phone)).toBeVisible();
    await product.callIn(UNKNOWN, MAIN_LINE);
    await expect(phone.heading('Main line')).toBeVisible();
    await expect(question(phone)).toBeHidden();
    await phone.press('Escape');
    await phone.ready();
    await expect(question(phone)).toBeHidden();
    await unfinishedCall(phone).getByRole('button', { name: 'Continue' }).click();
    await expectOlga(phone);
  });

  await test.step('text typed in New Call survives opening another panel', async () => {
    await phone.openHistory();
    await expect(question(phone)).toBeHidden();
    await phone.press('c');
    await expectOlga(phone);
  });

  await test.step('text typed in New Call survives a reload', async () => {
    await phone.reload();
    await unfinishedCall(phone).getByRole('button', { name: 'Continue' }).click();
    await expectOlga(phone);
  });

  await test.step('Discard removes the text permanently', async () => {
    await phone.press('Escape');
    await phone.button('Keep editing').click();
    await expectOlga(phone);
    await phone.press('Escape');
    await phone.button('Discard').click();
    await expect(phone.heading('New Call')).toBeHidden();
    await phone.reload();
    await phone.press('c');
    await expect(phone.page.getByLabel('First Name')).toHaveValue('');
    await phone.press('Escape');
    await expect(phone.heading('New Call')).toBeHidden();
  });
});

test('text typed in New Call survives an outage, and so does the reason why a call wasn’t placed', async ({
  phone,
}) => {
  const { page, context } = phone;
  await typeOlga(phone);
  await context.setOffline(true);
  await expect(unfinishedCall(phone)).toBeVisible({ timeout: 60_000 });
  await context.setOffline(false);
  await phone.ready();
  await unfinishedCall(phone).getByRole('button', { name: 'Continue' }).click();
  await expectOlga(phone);

  let fail = () => {};
  const mayFail = new Promise<void>((resolve) => {
    fail = resolve;
  });
  await page.route('**/api/v1/calls/twilio/outbound', async (route) => {
    await mayFail;
    await route.abort();
  });
  await page.getByLabel('Phone Number').fill(LEAD);
  await context.setOffline(true);
  // The request has its own timeout, so it starts halfway to the loss of the device.
  await expect(page.getByText('You’re offline. Calls can’t reach you.')).toBeVisible();
  await phone.button('Call Now').click();
  await expect(phone.button('Call Now')).toBeDisabled();
  await phone.navigation.getByRole('button', { name: 'History', exact: true }).click();
  await expect(unfinishedCall(phone)).toBeVisible({ timeout: 60_000 });
  await context.setOffline(false);
  await phone.ready();
  fail();
  const notPlaced = page.getByRole('region', { name: 'Call not placed: Olga Line' });
  await notPlaced.getByRole('button', { name: 'Continue' }).click();
  await expect(
    page.locator('strong', { hasText: 'Can’t reach the server. Check your connection, then try again.' }),
  ).toBeVisible();
  await expect(page.getByLabel('First Name')).toHaveValue('Olga');
});

test('a tel: link offers its number beside typed text, disappears from the address bar, and is used once', async ({
  phone,
  product,
}) => {
  const { page } = phone;
  await typeOlga(phone);
  await page.goto(`${product.url}/?url=tel:%2B1-415-555-0143`);
  await expectOlga(phone);
  await expect(page).toHaveURL(`${product.url}/`);
  await phone.button('Use +1 415 555 0143').click();
  await expect(page.getByLabel('Phone Number')).toHaveValue(/415.*555.*0143/);
  await expect(page.getByLabel('Phone Number')).toBeFocused();
  await expect(page.getByLabel('First Name')).toHaveValue('');
  await expect(phone.button('Use +1 415 555 0143')).toBeHidden();
  await phone.button('Use Olga Line').click();
  await expectOlga(phone);
  await phone.button('Dismiss').click();

  await test.step('a lead from the history fills the form, and the typed text is offered', async () => {
    await phone.navigation.getByRole('button', { name: 'History', exact: true }).click();
    await page.locator('[data-panel] tbody button[title]').first().click();
    await expect(page.getByLabel('First Name')).not.toHaveValue('Olga');
    await phone.button('Use Olga Line').click();
    await expectOlga(phone);
    await expect(page.getByRole('button', { name: /^Use / })).toBeHidden();
  });

  await test.step("the link doesn't return after a reload", async () => {
    await page.getByLabel('Phone Number').press('Escape');
    await phone.button('Discard').click();
    await phone.reload();
    await phone.press('c');
    await expect(page.getByLabel('Phone Number')).toHaveValue('');
  });

  await test.step('with nothing typed, the link fills New Call, and another kind of link does nothing', async () => {
    await page.goto(`${product.url}/?url=tel:%2B14155550143`);
    await expect(page.getByLabel('Phone Number')).toHaveValue(/415.*555.*0143/);
    await expect(page).toHaveURL(`${product.url}/`);
    await page.goto(`${product.url}/?url=https:%2F%2Fexample.com%2F14155550143`);
    await phone.ready();
    await expect(page).toHaveURL(`${product.url}/`);
    await expect(phone.heading('New Call')).toBeHidden();
  });
});

test('two tabs share one form, and a tel: link in one opens it in both', async ({ phone, product }) => {
  const second = await Phone.beside(phone, product.url);
  await second.ready();
  await typeOlga(second);
  await expectOlga(second);
  await expectOlga(phone);
  await phone.page.getByLabel('Last Name').fill('Linen');
  await expect(second.page.getByLabel('Last Name')).toHaveValue('Linen');
  const third = await Phone.beside(phone, `${product.url}/?url=tel:%2B14155550143`);
  for (const tab of [phone, second, third]) await expect(tab.button('Use +1 415 555 0143')).toBeVisible();
  await second.button('Use +1 415 555 0143').click();
  for (const tab of [phone, second, third])
    await expect(tab.page.getByLabel('Phone Number')).toHaveValue(/415.*555.*0143/);
  await third.page.close();
  await phone.page.close();
  await second.ready();
  await expect(second.button('Use Olga Linen')).toBeVisible();
});

test('text typed in Add Lead survives a reload with its call, and becomes an unfinished call when the call has ended', async ({
  phone,
  product,
}) => {
  const { page } = phone;
  await product.callIn(UNKNOWN, MAIN_LINE);
  await phone.button('Accept').click();
  await phone.talks();
  await expect(phone.button('Add Lead')).toBeVisible();
  await phone.press('a');
  await expect(page.getByLabel('Phone Number')).toHaveValue(/415.*555.*0166/);
  await page.getByLabel('First Name').fill('Ada');
  await phone.press('Escape');
  await expect(question(phone)).toBeVisible();
  await phone.button('Keep editing').click();
  await phone.button('Keypad').click();
  await expect(phone.heading('Keypad')).toBeVisible();
  await page.reload();
  await phone.talks();
  await expect(phone.button('Add Lead')).toBeVisible();
  await phone.press('a');
  await expect(page.getByLabel('First Name')).toHaveValue('Ada');
  await phone.button('Hang Up').click();
  await phone.waitForBriefText('Thank you!');
  await unfinishedCall(phone).getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByLabel('First Name')).toHaveValue('Ada');
  await expect(page.getByLabel('Phone Number')).toHaveValue(/415.*555.*0166/);
});

test('keys typed before a panel has loaded don’t act as shortcuts', async ({ phone }) => {
  const { page } = phone;
  let arrive = () => {};
  const mayArrive = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  let requests = 0;
  await page.route(/\/assets\/panels[^/]*\.js/, async (route) => {
    requests += 1;
    await mayArrive;
    await route.continue();
  });
  await phone.reload();
  await phone.press('c');
  await page.keyboard.type('history');
  await waitUntil(() => requests > 0, 'the panels to be fetched');
  arrive();
  await expect(page.getByLabel('First Name')).toBeFocused();
  await expect(page.getByLabel('First Name')).toHaveValue('');
  await page.keyboard.type('history');
  await expect(page.getByLabel('First Name')).toHaveValue('history');
  await expect(phone.heading('Call History')).toBeHidden();
});

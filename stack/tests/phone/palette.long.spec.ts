import { expect, findParty, Phone, test } from '../phone.ts';

const LEAD = '+14155550238';

test('the command palette opens a panel, gives way to a ring, holds the call, finds the lead later, and leads to the help', async ({
  phone,
  product,
  browser,
}) => {
  const { page } = phone;
  const palette = page.getByRole('dialog', { name: 'Search and commands' });
  const command = async (text: string, name: string | RegExp) => {
    await phone.press('Control+k');
    await expect(palette).toBeVisible();
    await page.keyboard.type(text);
    await expect(palette.getByRole('option', { name, selected: true })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(palette).toBeHidden();
  };

  await command('hist', 'Call History');
  await expect(page.getByRole('heading', { name: 'Call History' })).toBeVisible();
  await phone.press('Escape');

  await phone.press('Control+k');
  await expect(palette).toBeVisible();
  await product.postLead({ phone_number: LEAD, fname: 'Paula', lname: 'Palette' });
  await expect(page.getByRole('alertdialog', { name: 'Incoming Lead!' })).toBeFocused();
  await expect(palette).toBeHidden();
  await phone.press('Control+k');
  await expect(page.getByRole('alertdialog', { name: 'Incoming Lead!' })).toBeVisible();
  await expect(palette).toBeHidden();
  await phone.button('Call').click();
  await expect(phone.status).toHaveText(/^\d\d:\d\d$/);
  await findParty(product, LEAD);

  await command('hold', 'Hold');
  await expect(phone.button('Resume')).toBeVisible();
  await command('res', 'Resume');
  await expect(phone.button('Hold')).toBeVisible();
  await phone.press('e');
  await expect(phone.heading('Call Result')).toBeVisible();
  await phone.press('Control+k');
  await expect(palette).toBeHidden();
  await phone.press('1');
  await expect(phone.heading('Tags & Stages')).toBeVisible();
  await phone.press('1');
  await expect(phone.heading('Thank you!')).toBeVisible();
  await phone.press('Enter');
  await phone.ready();

  await command('Paula', /Paula Palette/);
  await expect(page.getByLabel('First Name')).toHaveValue('Paula');
  await phone.press('Escape');

  await phone.press('?');
  const help = page.waitForEvent('popup');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByRole('link', { name: 'Help' }).click();
  await expect((await help).getByRole('heading', { name: 'Help for the phone' })).toBeVisible();
  expect(await (await help).evaluate(async () => (await document.fonts.load('600 1rem Inter')).length)).toBe(
    1,
  );
  await (await help).getByRole('link', { name: 'Español' }).click();
  await expect((await help).getByRole('heading', { name: 'Ayuda del teléfono' })).toBeVisible();

  const supervisor = await Phone.visit(browser, product.url, '/admin');
  await supervisor.signIn('supervisor@demo.test');
  await expect(supervisor.page.getByRole('heading', { level: 1, name: 'Live board' })).toBeVisible();
  await supervisor.page.keyboard.press('Control+k');
  await expect(supervisor.page.getByRole('combobox', { name: 'Search and commands' })).toBeFocused();
  await supervisor.page.keyboard.type('palette');
  await expect(supervisor.page.getByRole('option', { name: /Paula Palette/, selected: true })).toBeVisible();
  await supervisor.page.keyboard.press('Enter');
  await expect(supervisor.page.getByRole('heading', { level: 1, name: 'Paula Palette' })).toBeVisible();

  await supervisor.page.keyboard.press('?');
  const keys = supervisor.page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys.getByRole('definition').filter({ hasText: 'Ctrl+K' })).toBeVisible();
  const consoleHelp = supervisor.page.waitForEvent('popup');
  await keys.getByRole('link', { name: 'Help' }).click();
  await expect((await consoleHelp).getByRole('heading', { name: 'Help for the console' })).toBeVisible();
  await supervisor.page.bringToFront();
  await supervisor.page.keyboard.press('Escape');
  await expect(keys).toBeHidden();
});

test('the command palette finds leads of the agent’s teams that the agent never called, and calls no one', async ({
  phone,
  product,
  browser,
}) => {
  const { page } = phone;
  const teams: { data: { id: number; name: string }[] } = await (
    await page.context().request.get(`${product.url}/api/v1/teams`)
  ).json();
  const teamId = (name: string) => teams.data.find((team) => team.name === name)?.id;
  for (const [fname, team, phone_number] of [
    ['Nadia', 'Sales', '+14155550261'],
    ['Nadja', 'Support', '+14155550262'],
  ]) {
    const response = await fetch(`${product.url}/api/v1/calls`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer demo-100' },
      body: JSON.stringify({
        fname,
        lname: 'Núñez',
        phone_number,
        team_id: teamId(team ?? ''),
        at: new Date(Date.now() + 86_400_000).toISOString(),
      }),
    });
    expect(response.status).toBe(200);
  }

  const leads = (phone: Phone) => phone.page.getByRole('group', { name: 'Leads' }).getByRole('option');
  const search = async (phone: Phone, text: string) => {
    await phone.press('Control+k');
    await phone.page.getByRole('combobox', { name: 'Search and commands' }).fill(text);
  };
  await search(phone, 'nunez nad');
  await expect(leads(phone)).toHaveText(['Nadia Núñez(415) 555-0261 · New Call']);

  const field = page.getByRole('combobox', { name: 'Search and commands' });
  let answer = () => {};
  const held = new Promise<void>((done) => {
    answer = done;
  });
  await page.route('**/leads/search?search=nadi&*', async (route) => {
    await held;
    await route.continue();
  });
  const asked = page.waitForRequest('**/leads/search?search=nadi&*');
  await field.fill('nadi');
  const late = (await asked).response();
  await field.fill('0261');
  await expect(leads(phone)).toHaveText(['Nadia Núñez(415) 555-0261 · New Call']);
  await field.fill('0268');
  await expect(page.getByText('Nothing found.').first()).toBeVisible();
  answer();
  expect((await late)?.status()).toBe(200);
  await expect(leads(phone)).toHaveCount(0);

  await field.fill('55502 61');
  await expect(leads(phone)).toHaveText(['Nadia Núñez(415) 555-0261 · New Call']);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('First Name')).toHaveValue('Nadia');
  await expect(page.getByLabel('Last Name')).toHaveValue('Núñez');
  await expect(phone.button('Call Now')).toBeVisible();
  expect((await product.lines()).filter(({ kind }) => kind === 'carrier')).toEqual([]);

  const support = await Phone.open(browser, product.url, 'plain@demo.test');
  await search(support, 'nunez nad');
  await expect(leads(support)).toHaveText(['Nadja Núñez(415) 555-0262 · New Call']);
  await support.close();
});

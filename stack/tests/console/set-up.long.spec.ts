import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { FIRST_ACCOUNT_COMMANDS } from '@offhook/server/accounts/settings/first-account';
import { findAccessibilityViolations } from '../../../design/tests/accessibility.mjs';
import { expect, LEAD, MAIN_LINE, Phone, test } from '../phone.ts';
import { Product } from '../product.ts';

const ADMIN = fileURLToPath(new URL('../../dist/admin.mjs', import.meta.url));
const SETTINGS = { OFFHOOK_DEMO: '0' };

const product = new Product(SETTINGS);
test.beforeAll(() => product.start());
test.afterAll(() => product.dispose());

/** Runs a command as the start's output prints it. @returns its output */
function administer(command: string): string {
  const [, args = ''] = command.split('npm run admin -- ');
  const env = { ...process.env, ...SETTINGS, OFFHOOK_DATA: product.data, PORT: new URL(product.url).port };
  return execFileSync(process.execPath, [ADMIN, ...args.split(' ')], { env, encoding: 'utf8' });
}

test('an administrator alone leads a new account from nothing to its first call', async ({ browser }) => {
  test.slow();
  const [addAccount, addUser] = FIRST_ACCOUNT_COMMANDS;
  administer(addAccount);
  const password = /^password: (\S+)$/m.exec(administer(addUser))?.[1] ?? '';
  // The test may run at night in the lead's time zone.
  administer('npm run admin -- accounts set 1 --calling-from 00:00 --calling-to 24:00');

  const admin = await Phone.visit(browser, product.url, '/admin');
  const { page } = admin;
  await page.setViewportSize({ width: 1280, height: 900 });
  await admin.signIn('ada@example.com', password);
  const dialog = page.getByRole('dialog');
  await page
    .getByRole('region', { name: 'Set up your account' })
    .getByRole('link', { name: 'Set-up', exact: true })
    .click();
  await expect(page.getByText('0 of 5 steps')).toBeVisible();
  await expect(admin.button('Send test lead')).toBeDisabled();
  expect(await findAccessibilityViolations(page)).toEqual([]);

  await admin.button('Add team').click();
  await dialog.getByLabel('Name', { exact: true }).fill('Sales');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Sales', exact: true })).toBeVisible();
  await admin.button('Add number').click();
  await dialog.getByRole('textbox', { name: 'Phone number' }).fill(MAIN_LINE);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('(415) 555-0199, Sales')).toBeVisible();
  await admin.button('I take calls').click();
  await expect(page.getByText('You take calls too.')).toBeVisible();
  await expect(page.getByText('3 of 5 steps')).toBeVisible();

  await admin.button('Open my phone here').click();
  const phone = page.frameLocator('iframe');
  await page.getByRole('textbox', { name: 'Number to call' }).fill(LEAD);
  await admin.button('Send test lead').click();
  await expect(
    page.getByText('A phone rings. Press Call there, and Offhook calls the number.'),
  ).toBeVisible();
  await expect(phone.getByRole('heading', { name: 'Incoming Lead!' })).toBeVisible();
  await phone.getByRole('button', { name: 'Call', exact: true }).click();
  // Only once the lead has answered; until then the agent hears the ringing.
  await expect(phone.getByRole('button', { name: 'Hold', exact: true })).toBeEnabled();
  const speaker = phone.getByRole('meter', { name: 'Speaker' }).locator('[data-lit="true"]');
  await expect.poll(() => speaker.count()).toBeGreaterThan(0);
  await phone.getByRole('button', { name: 'Hang Up' }).click();
  await expect(page.getByText('Your account has had its first call.')).toBeVisible();
  // A test lead isn't a connected form.
  await expect(page.getByText('4 of 5 steps')).toBeVisible();

  await admin.button('Create key').click();
  await dialog.getByLabel('Name', { exact: true }).fill('Website');
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  const line = (await page.locator('pre').textContent()) ?? '';
  const [, address = '', key = '', lead = ''] = /^curl (\S+) .*Bearer (\S+)'.*-d '(.+)'$/s.exec(line) ?? [];
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const response = await fetch(address, { method: 'POST', headers, body: lead });
  expect(response.status).toBe(200);
  await expect(page.getByText(/^Received: Test lead|^Received: Ada/)).toBeVisible();
  await expect(page.getByText('5 of 5 steps')).toBeVisible();
  await admin.close();
});

test('a console that can’t reach the server says so on its page, and starts with Try again', async ({
  browser,
}) => {
  const page = await browser.newPage();
  const api = '**/api/v1/**';
  await page.route(api, (route) => route.abort());
  await page.goto(`${product.url}/admin`);
  await expect(page.getByRole('heading', { name: 'Offhook couldn’t start' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveText(
    'Can’t reach the server. Check your connection, then try again.',
  );
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await page.unroute(api);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
  await page.close();
});

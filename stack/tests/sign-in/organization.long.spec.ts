import { expect, type Page, test } from '@playwright/test';
import { findAccessibilityViolations } from '../../../design/tests/accessibility.mjs';
import {
  startTestOpenIdProvider,
  type TestOpenIdProvider,
} from '../../../server/src/testing/app/openid-provider.ts';
import { PASSWORD } from '../phone.ts';
import { Product } from '../product.ts';

/** A separate product, because its account refuses passwords at the end. */
const ownProduct = new Product();
let provider: TestOpenIdProvider;
test.beforeAll(async () => {
  await ownProduct.start();
  const callback = `${ownProduct.url}/apps/webrtc/login/organization/100/callback`;
  provider = await startTestOpenIdProvider(callback);
});
test.afterAll(async () => {
  await provider.stop();
  await ownProduct.dispose();
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function logIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await button(page, 'Log in').click();
}

test('an administrator sets up single sign-on, a user logs in through it, and then only through it', async ({
  browser,
}) => {
  const [office, desk] = [await browser.newContext(), await browser.newContext({ locale: 'en-US' })];
  const [admin, page] = [await office.newPage(), await desk.newPage()];
  await admin.goto(`${ownProduct.url}/?next=/admin/calling-rules`);
  await logIn(admin, 'admin@demo.test');
  const card = admin.getByRole('region', { name: 'Single sign-on' });
  await card.getByRole('button', { name: 'Set up' }).click();
  const dialog = admin.getByRole('dialog');
  await expect(dialog.getByLabel('Redirect URI for your provider')).toHaveValue(
    `${ownProduct.url}/apps/webrtc/login/organization/100/callback`,
  );
  await dialog.getByLabel('Name').fill('Acme');
  await dialog.getByLabel('Email domains').fill('demo.test, acme.example');
  await dialog.getByLabel('Issuer URL').fill(provider.issuer);
  await dialog.getByLabel('Client ID').fill(provider.clientId);
  await dialog.getByLabel('Client secret').fill(provider.clientSecret);
  expect(await findAccessibilityViolations(admin)).toEqual([]);
  await dialog.getByRole('switch', { name: 'Only log in this way' }).click();
  await button(admin, 'Save').last().click();
  await expect(
    dialog.getByText('Log in through this provider once before you turn off other logins.'),
  ).toBeVisible();
  await dialog.getByRole('switch', { name: 'Only log in this way' }).click();
  await button(admin, 'Save').last().click();
  await card.getByRole('button', { name: 'Test connection' }).click();
  await expect(card.getByText('The provider accepts the client ID and secret.')).toBeVisible();

  provider.user = { email: 'agent@demo.test', verified: true };
  await page.goto(ownProduct.url);
  await page.getByRole('link', { name: 'Log in with your organization' }).click();
  await page.getByLabel('Email').fill('someone@elsewhere.example');
  await button(page, 'Continue').click();
  await expect(page.getByText('No organization uses single sign-on for this email.')).toBeVisible();
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await page.getByLabel('Email').fill('agent@demo.test');
  await button(page, 'Continue').click();
  await expect(page.getByRole('navigation').first()).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/');

  await admin.reload();
  await card.getByRole('button', { name: 'Change' }).click();
  await dialog.getByRole('switch', { name: 'Only log in this way' }).click();
  await button(admin, 'Save').last().click();
  await expect(card.getByText('Refused')).toBeVisible();

  await page.goto('about:blank');
  await desk.clearCookies();
  await page.goto(ownProduct.url);
  await logIn(page, 'agent@demo.test');
  await expect(page.locator('strong')).toContainText('Your organization requires its own login.');
  provider.user = { email: 'stranger@demo.test', verified: true };
  await page.goto(`${ownProduct.url}/apps/webrtc/login/organization`);
  await button(page, 'Log in with Acme').click();
  await expect(page.getByText(/no active user with your email here/)).toBeVisible();
  // The provider remembers the stranger.
  await desk.clearCookies();
  provider.user = { email: 'agent@demo.test', verified: true };
  await button(page, 'Log in with Acme').click();
  await expect(page.getByRole('navigation').first()).toBeVisible();
  await office.close();
  await desk.close();
});

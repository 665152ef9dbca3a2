import { expect, type Page, test } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { findAccessibilityViolations } from '../../../design/tests/accessibility.mjs';
import { PASSWORD } from '../phone.ts';
import { Product } from '../product.ts';
import { addPasskeyDevice, createPasskey, passkeyUrl } from './passkey-device.ts';

/** A separate product, because the other tests log in with a password alone. */
const ownProduct = new Product();
test.beforeAll(() => ownProduct.start());
test.afterAll(() => ownProduct.dispose());

const base = () => passkeyUrl(ownProduct.url);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const phoneIsOpen = (page: Page) => expect(page.getByRole('navigation').first()).toBeVisible();

async function logIn(page: Page, email: string): Promise<void> {
  await page.goto(base());
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await button(page, 'Log in').click();
}

const codeOf = (secret: string, at: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at });

/** @returns the secret, and the code that confirmed it */
async function addTotp(page: Page): Promise<{ readonly secret: string; readonly used: string }> {
  await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '');
  const used = codeOf(secret, Date.now());
  await page.getByLabel('6-digit code from the app').fill(used);
  await button(page, 'Add app').click();
  return { secret, used };
}

const isAccessible = async (page: Page) => expect(await findAccessibilityViolations(page)).toEqual([]);

test('a user adds a passkey, then logs in with password and passkey, and with the passkey alone', async ({
  browser,
}) => {
  const context = await browser.newContext({ locale: 'en-US' });
  const page = await context.newPage();
  await addPasskeyDevice(page);
  await logIn(page, 'plain@demo.test');
  await phoneIsOpen(page);
  await page.goto(`${base()}/apps/webrtc/security`);
  await expect(page.getByText('This session')).toBeVisible();
  await isAccessible(page);
  await createPasskey(page, 'Work laptop');
  await expect(page.getByRole('listitem')).toHaveCount(10);
  await isAccessible(page);
  await button(page, 'I saved the codes').click();
  await expect(page.getByText('Work laptop')).toBeVisible();

  await context.clearCookies();
  await logIn(page, 'plain@demo.test');
  await expect(page.getByRole('heading', { name: 'Second step' })).toBeVisible();
  await isAccessible(page);
  await button(page, 'Use a passkey').click();
  await phoneIsOpen(page);
  expect(new URL(page.url()).pathname).toBe('/');

  // The phone would reload at its next request.
  await page.goto('about:blank');
  await context.clearCookies();
  await page.goto(`${base()}/apps/webrtc/login/passkey?next=/nowhere`);
  await button(page, 'Use a passkey').click();
  await phoneIsOpen(page);
  await context.close();
});

test('a user with an authenticator app logs in with each code once, and ends the other session', async ({
  browser,
}) => {
  const [here, there] = [await browser.newContext(), await browser.newContext()];
  const [page, other] = [await here.newPage(), await there.newPage()];
  await logIn(page, 'agent3@demo.test');
  await phoneIsOpen(page);
  await page.goto(`${base()}/apps/webrtc/security`);
  await button(page, 'Set up an authenticator app').click();
  const { secret, used } = await addTotp(page);
  await button(page, 'I saved the codes').click();
  await expect(page.getByText(/^On since/)).toBeVisible();

  await logIn(other, 'agent3@demo.test');
  const code = other.getByLabel('Authenticator or recovery code');
  // The next period’s code is accepted as well.
  const next = codeOf(secret, Date.now() + 30_000);
  await code.fill(used);
  await button(other, 'Log in').click();
  const rejected = other.getByText('This code isn’t correct, or it was already used.');
  await expect(rejected).toBeVisible();
  await code.fill(next);
  await button(other, 'Log in').click();
  await phoneIsOpen(other);

  await page.reload();
  await page.getByRole('button', { name: /^End session: / }).click();
  await expect(page.getByText('No other sessions.')).toBeVisible();
  await expect(button(other, 'Log in')).toBeVisible();
  await logIn(other, 'agent3@demo.test');
  await code.fill(next);
  await button(other, 'Log in').click();
  await expect(rejected).toBeVisible();
  await here.close();
  await there.close();
});

test('a user without a session is asked to log in by the page of factors and sessions', async ({ page }) => {
  await page.goto(`${base()}/apps/webrtc/security`);
  await expect(page.getByText('Log in to see your sign-in settings.')).toBeVisible();
  await page.goto(`${base()}/apps/webrtc/second-step`);
  await expect(page.getByText('This login took too long or was already used. Log in again.')).toBeVisible();
});

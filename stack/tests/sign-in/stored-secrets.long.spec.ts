import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { PASSWORD } from '../phone.ts';
import { Product, waitUntil } from '../product.ts';

/** A separate product, because this test restarts it. */
const product = new Product();
test.beforeAll(() => product.start());
test.afterAll(() => product.dispose());

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const phoneIsOpen = (page: Page) => expect(page.getByRole('navigation').first()).toBeVisible();
const codeOf = (secret: string, at: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at });

async function logIn(page: Page): Promise<void> {
  await page.goto(product.url);
  await page.getByLabel('Email').fill('agent3@demo.test');
  await page.getByLabel('Password').fill(PASSWORD);
  await button(page, 'Log in').click();
}

async function newPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-US' });
  return context.newPage();
}

async function finishWith(page: Page, code: string): Promise<void> {
  await page.getByLabel('Authenticator or recovery code').fill(code);
  await button(page, 'Log in').click();
}

const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

test('an authenticator app’s secret is in no file, moves to a new key, and without its key opens nothing', async ({
  browser,
}) => {
  const page = await newPage(browser);
  await logIn(page);
  await phoneIsOpen(page);
  await page.goto(`${product.url}/apps/webrtc/security`);
  await button(page, 'Set up an authenticator app').click();
  await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '');
  await page.getByLabel('6-digit code from the app').fill(codeOf(secret, Date.now()));
  await button(page, 'Add app').click();
  const recoveryCode = await page.getByRole('listitem').first().innerText();
  await button(page, 'I saved the codes').click();
  await expect(page.getByText(/^On since/)).toBeVisible();

  await product.stop();
  const holding = filesOf(product.data).filter((file) => readFileSync(file).includes(secret));
  expect(holding).toEqual([]);

  await product.start({ SECRETS_KEY: randomBytes(32).toString('base64') });
  await waitUntil(() => product.log.includes('stored secrets encrypted'), 'the secret to be sealed again');
  const afterRotation = await newPage(browser);
  await logIn(afterRotation);
  // The next period’s code is accepted as well.
  await finishWith(afterRotation, codeOf(secret, Date.now() + 30_000));
  await phoneIsOpen(afterRotation);

  await product.stop();
  await product.start({ SECRETS_KEY: randomBytes(32).toString('base64') });
  await waitUntil(() => product.log.includes('stored secrets are unreadable'), 'the lost key to be logged');
  const withoutKey = await newPage(browser);
  await logIn(withoutKey);
  await finishWith(withoutKey, codeOf(secret, Date.now() + 60_000));
  await expect(withoutKey.getByText(/can’t be checked, because the server’s key changed/)).toBeVisible();
  await finishWith(withoutKey, recoveryCode);
  await phoneIsOpen(withoutKey);
});

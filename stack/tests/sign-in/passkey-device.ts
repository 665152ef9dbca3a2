import { type CDPSession, expect, type Page } from '@playwright/test';

/** A device with a fingerprint sensor, of Chromium. */
export async function addPasskeyDevice(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return session;
}

/** Passkeys belong to the name localhost, never to an address. */
export const passkeyUrl = (url: string) => url.replace('127.0.0.1', 'localhost');

/** On the page of factors and sessions, up to the recovery codes. */
export async function createPasskey(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a passkey', exact: true }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Create passkey', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Recovery codes' })).toBeVisible();
}

import { expect, Phone, test } from '../phone.ts';

const REASON = 'Get notified of calls when this tab is in the background.';

declare global {
  interface Window {
    /** How often the browser's prompt was opened. */
    offhookPrompts?: number;
  }
}

/**
 * A headless browser denies the permission without a prompt. This makes the permission undecided and answers the
 * prompt with `answer`.
 */
async function withUndecidedPermission(phone: Phone, answer: NotificationPermission): Promise<void> {
  await phone.page.addInitScript((chosen) => {
    let permission: NotificationPermission = 'default';
    window.offhookPrompts = 0;
    Object.defineProperty(Notification, 'permission', { configurable: true, get: () => permission });
    Notification.requestPermission = async () => {
      window.offhookPrompts = (window.offhookPrompts ?? 0) + 1;
      permission = chosen;
      return permission;
    };
  }, answer);
  await phone.reload();
}

const card = (phone: Phone) => phone.page.getByRole('region', { name: REASON });
const prompts = (phone: Phone) => phone.page.evaluate(() => window.offhookPrompts);

test('the waiting view explains notifications, and only a click opens the prompt', async ({ phone }) => {
  await withUndecidedPermission(phone, 'granted');
  await expect(card(phone)).toBeVisible();
  await phone.openSettings();
  await phone.button('Save').click();
  await expect(phone.page.getByText('Saved', { exact: true })).toBeVisible();
  await phone.button('Close').click();
  expect(await prompts(phone)).toBe(0);
  await card(phone).getByRole('button', { name: 'Allow notifications' }).click();
  await expect(card(phone)).toBeHidden();
  expect(await prompts(phone)).toBe(1);
});

test('‘Not now’ is remembered per user, and Settings still offers notifications', async ({ phone }) => {
  await withUndecidedPermission(phone, 'denied');
  await card(phone).getByRole('button', { name: 'Not now' }).click();
  await expect(card(phone)).toBeHidden();
  await phone.reload();
  await phone.openSettings();
  await expect(phone.button('Allow notifications')).toBeVisible();
  await expect(card(phone)).toBeHidden();
  expect(await prompts(phone)).toBe(0);
  await phone.button('Allow notifications').click();
  await expect(phone.page.getByText('Your browser is blocking call notifications.')).toBeVisible();
});

test('a second tab opens the prompt itself, and the answer applies to both tabs', async ({
  phone,
  product,
}) => {
  await withUndecidedPermission(phone, 'granted');
  const other = await Phone.beside(phone, product.url);
  await withUndecidedPermission(other, 'granted');
  await card(other).getByRole('button', { name: 'Allow notifications' }).click();
  await expect(card(other)).toBeHidden();
  await expect(card(phone)).toBeHidden();
  expect([await prompts(other), await prompts(phone)]).toEqual([1, 0]);
  await other.page.close();
});

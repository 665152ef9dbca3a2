import { describe, expect, test } from 'vitest';
import { findAccessibilityViolations } from '../../../design/tests/accessibility.mjs';
import { inGallery } from './driver.ts';

const { open, expectSent, driver } = inGallery();

const items = () => driver().page.getByRole('menuitemradio');
const focused = () => driver().page.evaluate(() => document.activeElement?.textContent ?? '');

describe('the status menu', () => {
  test('opens by key with the focus on the current status, and is left with Escape', async () => {
    const { page } = driver();
    await open('waiting-status');
    await page.keyboard.press('b');
    await items().first().waitFor();
    expect(await items().allTextContents()).toEqual([
      expect.stringMatching(/^Available1:42:\d\d$/),
      'Break12 of 30 min',
      'Lunch0 of 60 min',
      'Training',
    ]);
    await expect.poll(focused).toMatch(/^Available/);
    await page.keyboard.press('Escape');
    await expect.poll(() => items().count()).toBe(0);
    await expect.poll(focused).toContain('Priya');
    await page.keyboard.press('b');
    await expect.poll(focused).toMatch(/^Available/);
    await page.keyboard.press('b');
    await expect.poll(() => items().count()).toBe(0);
    await expect.poll(focused).toContain('Priya');
  });

  test('is walked with the arrow keys, Home and End, and chosen with Enter', async () => {
    const { page } = driver();
    await open('waiting-status');
    await page.keyboard.press('b');
    await expect.poll(focused).toMatch(/^Available/);
    await page.keyboard.press('End');
    expect(await focused()).toMatch(/^Training/);
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toMatch(/^Available/);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toMatch(/^Break/);
    await page.keyboard.press('Enter');
    await expectSent({ type: 'statusMenuOpened' }, { type: 'statusChosen', key: 'break' });
    await expect.poll(() => items().count()).toBe(0);
  });

  test('in a call, says which status comes after it', async () => {
    const { page } = driver();
    await open('oncall-status');
    await page.keyboard.press('b');
    await page.getByRole('menuitemradio', { name: /Break\s*After this call/ }).waitFor();
  });

  test('can’t change Do not disturb', async () => {
    const { page } = driver();
    await open('waiting-donotdisturb');
    await page.keyboard.press('b');
    await items().first().waitFor();
    expect(await items().first().textContent()).toContain('Do not disturb');
    await page.getByRole('menuitemradio', { name: 'Break' }).click({ force: true });
    await expectSent({ type: 'statusMenuOpened' });
  });

  test.each([
    [380, 'light'],
    [380, 'dark'],
    [320, 'light'],
    [1280, 'dark'],
  ] as const)('is accessible and fits at %i px, %s', async (width, theme) => {
    const { page } = driver();
    await page.emulateMedia({ colorScheme: theme });
    await open('waiting-coaching', width);
    await page.keyboard.press('b');
    await items().first().waitFor();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(width);
    await page.emulateMedia({ colorScheme: null });
  });
});

describe('a status other than available', () => {
  test('shows its time, the rest of the day, and Go available, which only Enter on it presses', async () => {
    const { page } = driver();
    await open('waiting-break');
    await page.getByRole('heading', { name: 'On break' }).waitFor();
    await page.getByText(/^1\d:\d\d$/).waitFor();
    await page.getByText(/^1\d min left today\. You won’t get calls\.$/).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Go available' }).focus();
    await page.keyboard.press('Enter');
    await expectSent({ type: 'statusChosen', key: 'available' });
    expect(await page.getByRole('button', { name: 'Check for lead' }).count()).toBe(0);
  });

  test('says so over the allowance, and has no way out of Do not disturb', async () => {
    const { page } = driver();
    await open('waiting-break-over');
    await page.getByText(/^\d+ min over$/).waitFor();
    await open('waiting-donotdisturb');
    await page.getByText('Set by an administrator. You won’t get calls.').waitFor();
    expect(await page.getByRole('button', { name: 'Go available' }).count()).toBe(0);
  });
});

import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { galleryDriver } from './driver.ts';

const driver = galleryDriver();
const { button, waitForRender, open, role } = driver;

const hasFocus = (element: Locator) =>
  expect.poll(() => element.evaluate((node) => node === document.activeElement)).toBe(true);

const DIALOGS = [
  {
    kind: 'form',
    state: 'team',
    opener: 'Monday, 8 AM to 12 PM',
    role: 'dialog',
    name: 'Hours',
    first: ['combobox', 'Day'],
  },
  {
    kind: 'list',
    state: 'team',
    opener: 'Add agent',
    role: 'dialog',
    name: 'Add agent',
    first: ['searchbox', 'Search'],
  },
  {
    kind: 'question',
    state: 'numbers',
    opener: 'Remove (415) 555-0199',
    role: 'alertdialog',
    name: 'Remove (415) 555-0199?',
    first: ['button', 'Cancel'],
  },
] as const;

describe.each(DIALOGS)('a dialog with a $kind', ({ state, opener, role, name, first }) => {
  const openDialog = async () => {
    await open(state);
    await button(opener).press('Enter');
    const dialog = driver.role(role, { name, exact: true });
    await dialog.waitFor();
    return dialog;
  };

  test('focuses its first control, and on Escape returns focus to the control that opened it', async () => {
    const dialog = await openDialog();
    await hasFocus(dialog.getByRole(first[0], { name: first[1], exact: true }));
    await driver.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await hasFocus(button(opener));
  });

  test('lets Tab reach all of its controls and none of the page', async () => {
    const dialog = await openDialog();
    const controls = await dialog.locator('input, select, button:enabled').count();
    const reached = new Set<string>();
    for (let press = 0; press < 2 * controls + 4; press += 1) {
      await driver.page.keyboard.press('Tab');
      reached.add(
        await dialog.evaluate((node) => {
          const { activeElement } = document;
          // Between the last control and the first, focus is in the browser's own toolbar.
          if (activeElement === document.body || activeElement === node) return 'browser';
          if (!node.contains(activeElement)) return `outside: ${activeElement?.outerHTML}`;
          return `control ${[...node.querySelectorAll('input, select, button:enabled')].indexOf(activeElement as Element)}`;
        }),
      );
    }
    for (let at = 0; at < controls; at += 1) expect(reached).toContain(`control ${at}`);
    expect([...reached].filter((where) => where.startsWith('outside'))).toEqual([]);
  });

  test('stays open after a click outside', async () => {
    const dialog = await openDialog();
    await driver.page.mouse.click(300, 400);
    await waitForRender();
    expect(await dialog.isVisible()).toBe(true);
  });
});

test('a dialog keeps the page behind it from scrolling', async () => {
  const { page } = driver;
  await open('team', 1280, 500);
  await button('Add agent').click();
  await page.getByRole('dialog').waitFor();
  // The compositor scrolls the page until it has the dialog's first frame.
  await waitForRender();
  await page.mouse.move(300, 400);
  await page.mouse.wheel(0, 200);
  await waitForRender();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.mouse.wheel(0, 200);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
});

test('a dialog that follows another returns focus to the control that opened the first', async () => {
  await open('api-keys');
  await button('Create key').click();
  const form = role('dialog', { name: 'Create API key' });
  await form.getByLabel('Name').fill('Fair in May');
  await form.getByRole('button', { name: 'Create' }).click();
  const secret = role('dialog', { name: 'Fair in May' });
  await secret.getByRole('button', { name: 'Done' }).click();
  await secret.waitFor({ state: 'detached' });
  await hasFocus(button('Create key'));
});

import { describe, expect, test } from 'vitest';
import { findAccessibilityViolations } from '../../../design/tests/accessibility.mjs';
import { inGallery } from './driver.ts';

const { open, requests, expectSent, driver } = inGallery();

const day = () => driver().page.locator('[data-part="day"]');
const figure = (label: string) =>
  day()
    .locator('div', { has: driver().page.getByText(label, { exact: true }) })
    .last();

describe('the agent’s day', () => {
  test('stands beside the waiting view, and leaves its place to a panel', async () => {
    const { page } = driver();
    await open('waiting-day', 1280, 800);
    await expect.poll(() => figure('Calls').textContent()).toContain('1,129');
    expect(await figure('Contacted').textContent()).toContain('409');
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await open('waiting-newcall', 1280, 800);
    expect(await day().isVisible()).toBe(false);
  });

  test('is folded in a narrow window, and asked for only once it is open', async () => {
    const { page } = driver();
    await open('waiting-day');
    await day().waitFor();
    expect(await requests('getOwnDay')).toEqual([]);
    await page.getByText('My day').click();
    await expect.poll(() => figure('Calls').textContent()).toContain('1,129');
    expect(await findAccessibilityViolations(page)).toEqual([]);
  });
});

describe('a team’s wrap-up', () => {
  test('shows its time left after a call, and that Done ends it', async () => {
    await open('thankyou-wrapup');
    await expect
      .poll(() => driver().page.locator('[data-part="wrap-up"]').textContent())
      .toMatch(/^Wrap-up \d+:\d\d$/);
    await open('thankyou-until-done');
    await expect
      .poll(() => driver().page.locator('[data-part="wrap-up"]').textContent())
      .toBe('No calls until you’re done');
  });

  test('takes the place of Check for lead in the waiting view, and ends with Done', async () => {
    const { page } = driver();
    await open('waiting-wrapup');
    await page.getByRole('heading', { name: 'Wrap-up' }).waitFor();
    expect(await page.getByRole('button', { name: 'Check for lead' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Done' }).click();
    await expectSent({ type: 'wrapUpEndClicked' });
  });
});

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

  test.each([
    ['waiting', 380, 720],
    ['waiting-guide', 420, 780],
    ['waiting-guide-notify', 380, 720],
    ['waiting-parked', 380, 720],
    ['waiting-parked-result', 420, 780],
    ['waiting-parked-result', 380, 720],
    ['waiting-lunch', 380, 640],
  ])('isn’t cut in %s at %i × %i: the rings leave it room', async (state, width, height) => {
    const { page } = driver();
    await open(state, width, height);
    await day().waitFor();
    const isWhole = () =>
      day().evaluate((details) => {
        const { left, width, top, bottom } = details.getBoundingClientRect();
        const isSeen = (y: number) => details.contains(document.elementFromPoint(left + width / 2, y));
        return isSeen(top + 1) && isSeen(bottom - 1);
      });
    await expect.poll(isWhole).toBe(true);
    const rings = page.locator('[data-view="waiting"] [class*="outer"]');
    const { height: size } = (await rings.boundingBox()) ?? { height: 0 };
    expect(size === 0 || size >= 124, `${size} px`).toBe(true);
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

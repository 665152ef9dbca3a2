import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findAccessibilityViolations } from '../../../../design/tests/accessibility.mjs';
import type { Spread } from '../../../../design/tests/spread.mjs';
import { findTruncatedLabels } from '../../../../design/tests/truncated-labels.mjs';
import type { Driver } from '../driver.ts';

const VARIANTS = [
  { theme: 'light', width: 1280, other: 360, language: 'en' },
  { theme: 'dark', width: 360, other: 1280, language: 'es' },
  { theme: 'light', width: 360, other: 1280, language: 'pseudo' },
  { theme: 'dark', width: 1280, other: 360, language: 'en' },
] as const;

/** Runs in the page. Returns the labels of buttons and tables that extend beyond their card, unless they scroll. */
function labelsBeyondCard(): string[] {
  const isOut = (element: Element) => {
    let around = element.parentElement;
    while (around) {
      if (/auto|scroll/.test(getComputedStyle(around).overflowX)) return false;
      if (around.matches('section, dialog')) break;
      around = around.parentElement;
    }
    if (!around) return false;
    const card = around.getBoundingClientRect();
    const { left, right } = element.getBoundingClientRect();
    return left < card.left - 1 || right > card.right + 1;
  };
  return [...document.querySelectorAll('button, table')]
    .filter((element) => element.checkVisibility() && !element.closest('.visually-hidden'))
    .filter(isOut)
    .map((element) => `${element.textContent || element.ariaLabel} extends beyond its card`);
}

/** Runs in the page. */
function fieldsWithoutRoom(): string[] {
  return [...document.querySelectorAll('input:is([type="text"], [type="search"], :not([type]))')]
    .filter((field) => field.checkVisibility() && field.clientWidth < 40)
    .map((field) => `${field.ariaLabel ?? field.id} has no room for its text`);
}

export async function expectNoOverflow({ page, waitForRender }: Driver, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  await waitForRender();
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
    .toBeLessThanOrEqual(width);
  expect(await findTruncatedLabels(page)).toEqual([]);
  expect(await page.evaluate(labelsBeyondCard)).toEqual([]);
  expect(await page.evaluate(fieldsWithoutRoom)).toEqual([]);
}

export function testEveryState(driver: Driver, states: readonly string[], spread: Spread): void {
  for (const [{ theme, width, other, language }, names] of spread(states, VARIANTS)) {
    describe(`in the ${theme} theme, ${width} px wide, language ${language}`, () => {
      const setLanguage = (wanted: string) =>
        driver.page.evaluate((one) => window.gallery.setLanguage(one), wanted);
      beforeAll(async () => {
        await driver.page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
        await setLanguage(language);
      });
      afterAll(async () => {
        await driver.page.emulateMedia({ colorScheme: null, reducedMotion: 'reduce' });
        await setLanguage('en');
      });

      test.each(names)(
        '%s fits 360 and 1280 px, cuts off no label and has no accessibility violation',
        async (name) => {
          await driver.open(name, other);
          await expectNoOverflow(driver, other);
          await expectNoOverflow(driver, width);
          expect(await findAccessibilityViolations(driver.page)).toEqual([]);
        },
      );
    });
  }
}

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findAccessibilityViolations } from '../../../design/tests/accessibility.mjs';
import type { Spread } from '../../../design/tests/spread.mjs';
import { findTruncatedLabels } from '../../../design/tests/truncated-labels.mjs';
import type { Driver } from './driver.ts';
import { states } from './states/states.ts';

const names = Object.keys(states);
export const signedInStates = names.filter((name) => !/login|starting/.test(name));
const callStates = names.filter((name) => /oncall|conference/.test(name));
const callPanelStates = callStates.filter((name) => /keypad|transfer|conference|addlead/.test(name));
/** At 1280 px, something is beside the phone. */
const wideStates = names.filter(
  (name) => callPanelStates.includes(name) || /story|^ringing|waiting-day/.test(name),
);

const NARROW = 380;
const VARIANTS = [
  { theme: 'light', width: NARROW, height: 720 },
  { theme: 'dark', width: NARROW, height: 720 },
  { theme: 'light', width: 1280, height: 760 },
  { theme: 'dark', width: 1280, height: 760 },
] as const;
const EDGES = [
  { name: '4× zoom', width: 320, height: 640, language: 'en' },
  { name: 'narrow width in Spanish', width: 360, height: 640, language: 'es' },
  { name: 'narrow width, right to left with longer texts', width: 380, height: 720, language: 'pseudo' },
  { name: 'full width, right to left with longer texts', width: 1280, height: 760, language: 'pseudo' },
] as const;
const CALL_SIZES = [
  { width: 320, height: 640 },
  { width: 360, height: 640 },
  { width: 420, height: 760 },
  { width: 820, height: 700 },
] as const;

/** While keys are ignored, their hints are dimmed on purpose. */
function withKeys(one: Driver): Driver {
  const areKeysUsed = () => !('keysIgnored' in document.documentElement.dataset);
  return {
    ...one,
    show: async (...state) => {
      await one.show(...state);
      await one.page.waitForFunction(areKeysUsed);
    },
  };
}

export function testAccessibility(driver: () => Driver, spread: Spread): void {
  const isWide = (name: string) => wideStates.includes(name);
  const shares = [
    ...spread(
      names.filter((name) => !isWide(name)),
      VARIANTS.filter(({ width }) => width === NARROW),
    ),
    ...spread(names.filter(isWide), VARIANTS),
  ];
  for (const [{ theme, width, height }, share] of shares) {
    describe(`in the ${theme} theme, ${width} px wide`, () => {
      beforeAll(async () => {
        await driver().open('oncall', width, height);
        await driver().page.emulateMedia({ colorScheme: theme });
      });
      afterAll(() => driver().page.emulateMedia({ colorScheme: 'light' }));

      test.each(share)('%s has no accessibility violation', async (name) => {
        const { show, page } = withKeys(driver());
        await show(name);
        await page.evaluate(() => new Promise(requestAnimationFrame));
        expect(await findAccessibilityViolations(page)).toEqual([]);
      });
    });
  }
}

/** Runs in the page. Returns the labels of elements that extend past the window. */
function findOverflow(): string[] {
  const edge = document.documentElement.clientWidth;
  const overflows = (element: Element) => {
    const box = element.getBoundingClientRect();
    return box.width > 0 && (box.left < -1 || box.right > edge + 1);
  };
  return [...document.querySelectorAll('button, input, textarea, select, h1, h2, a, label')]
    .filter((element) => element.checkVisibility() && !element.closest('.visually-hidden, table'))
    .filter(overflows)
    .map((element) => element.textContent ?? element.tagName)
    .concat(document.documentElement.scrollWidth > edge ? ['the page'] : []);
}

export function testEdges(driver: () => Driver, spread: Spread): void {
  for (const [{ name, width, height, language }, share] of spread(names, EDGES)) {
    describe(`at ${name}`, () => {
      test('nothing overflows the window, and no label is truncated', async () => {
        const { open, show, page } = driver();
        await open('waiting', width, height);
        await page.evaluate((wanted) => window.gallery.setLanguage(wanted), language);
        const overflowing: string[] = [];
        for (const name of share) {
          await show(name);
          const faults = [...(await page.evaluate(findOverflow)), ...(await findTruncatedLabels(page))];
          overflowing.push(...faults.map((fault) => `${name}: ${fault}`));
        }
        await page.evaluate(() => window.gallery.setLanguage('en'));
        expect(overflowing).toEqual([]);
      });
    });
  }
}

export function testCallVisible(driver: () => Driver, spread: Spread): void {
  for (const [{ width, height }, share] of spread(callStates, CALL_SIZES)) {
    describe(`at ${width} by ${height}`, () => {
      test('nothing is wider than the window, and Mute and Hang Up are visible', async () => {
        const { open, show, page } = driver();
        await open('oncall', width, height);
        for (const name of share) {
          await show(name);
          const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
          expect(scrollWidth, name).toBeLessThanOrEqual(width);
          if (!name.startsWith('oncall')) continue;
          for (const text of [/^Muted?$/, /^Hang Up$/]) {
            const box = await page.getByRole('button', { name: text }).boundingBox();
            const isInSight =
              box && box.x >= 0 && box.x + box.width <= 380 + 40 && box.y + box.height <= height;
            expect(isInSight, name).toBe(true);
          }
        }
      });
    });
  }
}

/**
 * Shows the states in this order. Returns the states that lose the focus, and the controls without a key or tooltip.
 */
export async function visitStates(
  { open, show, page }: Driver,
  order: readonly string[],
): Promise<{ readonly lost: string[]; readonly keyless: string[] }> {
  const lost: string[] = [];
  const keyless: string[] = [];
  await open('waiting');
  for (const name of order) {
    await show(name);
    const controls = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('[data-part="dock"] button, [data-tile], nav button')]
        .filter((control) => control.checkVisibility() && !control.matches('[data-enter-only]'))
        .filter((control) => !control.getAttribute('aria-keyshortcuts') || !control.title)
        .map((control) => control.textContent),
    );
    keyless.push(...controls.map((text) => `${name}: ${text}`));
    const isFocused = () =>
      document.activeElement !== document.body && document.activeElement?.isConnected === true;
    const isKept =
      (await page.evaluate(isFocused)) ||
      (await page.waitForFunction(isFocused).then(
        () => true,
        () => false,
      ));
    if (!isKept) lost.push(name);
  }
  return { lost, keyless };
}

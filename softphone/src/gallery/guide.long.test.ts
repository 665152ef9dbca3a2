import { describe, expect, onTestFinished, test } from 'vitest';
import { findAccessibilityViolations } from '../../../design/tests/accessibility.mjs';
import { GUIDE_KEYS } from '../core/screen/guide.ts';
import { inGallery } from './driver.ts';

const { open, button, requests, sent, expectNoOverflow, driver } = inGallery();

const guide = () => driver().page.getByRole('region', { name: 'Your first day' });
const step = (name: string) => guide().getByRole('heading', { name, level: 3 });
const press = (name: string) => guide().getByRole('button', { name, exact: true }).press('Enter');

describe('the first-day guide', () => {
  test('leads by the keyboard through its five steps, and is closed after the last', async () => {
    await open('waiting-guide');
    for (const name of ['Check your sound', 'Notice every ring', 'Be available', 'Take your first call']) {
      await step(name).waitFor();
      await press('Next step');
    }
    await step('Find help').waitFor();
    await press('Finish the guide');
    await guide().waitFor({ state: 'detached' });
    await expect
      .poll(() => driver().page.evaluate(() => document.activeElement?.getAttribute('data-view')))
      .toBe('waiting');
  });

  test('opens the real sound check and the real prompt of the browser', async () => {
    await open('waiting-guide');
    await press('Open the sound check');
    await expect.poll(sent).toEqual([{ type: 'navClicked', item: 'settings' }]);
    await open('waiting-guide-notify-later');
    await press('Allow notifications');
    await expect.poll(sent).toEqual([{ type: 'allowNotificationsClicked' }]);
  });

  test('leaves the button for notifications to the card beside it, which has the same', async () => {
    await open('waiting-guide-notify');
    await step('Notice every ring').waitFor();
    expect(await button('Allow notifications').count()).toBe(1);
    expect(await guide().getByRole('button').allTextContents()).toEqual(['Skip the guide', 'Next step']);
  });

  test('is shown at its step by the gallery without a new page', async () => {
    await open('waiting-guide');
    await driver().page.evaluate(() => window.gallery.show('waiting-guide-call'));
    await step('Take your first call').waitFor();
    await driver().page.evaluate(() => window.gallery.show('waiting'));
    await guide().waitFor({ state: 'detached' });
  });

  test.each([
    ['en', 380, 720],
    ['es', 380, 720],
    ['en', 1280, 800],
    ['es', 1280, 800],
  ])(
    'leaves “Ready for calls” in sight at each step, in the language %s at %i × %i',
    async (language, width, height) => {
      const { page } = driver();
      await open('waiting-guide', width, height);
      await page.evaluate((wanted) => window.gallery.setLanguage(wanted), language);
      onTestFinished(() => page.evaluate(() => window.gallery.setLanguage('en')));
      for (const state of ['', '-notify', '-available', '-call', '-help']) {
        await open(`waiting-guide${state}`, width, height);
        await page.locator('[data-part="guide"]').waitFor();
        const isInSight = () =>
          page.locator('[data-part="ready"] h2').evaluate((heading) => {
            const { left, width, bottom } = heading.getBoundingClientRect();
            return document.elementFromPoint(left + width / 2, bottom - 1) === heading;
          });
        await expect.poll(isInSight, { message: state }).toBe(true);
      }
    },
  );

  test.each(['en', 'es'])(
    'has its two choices on one line, Skip above them, in the language %s',
    async (language) => {
      const { page } = driver();
      await open('waiting-guide', 1280, 800);
      await page.evaluate((wanted) => window.gallery.setLanguage(wanted), language);
      onTestFinished(() => page.evaluate(() => window.gallery.setLanguage('en')));
      for (const state of ['', '-notify-later', '-available', '-call', '-help']) {
        await open(`waiting-guide${state}`, 1280, 800);
        await page.locator('[data-part="guide"]').waitFor();
        const tops = await page
          .locator('[data-part="guide"]')
          .getByRole('button')
          .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().top));
        const [skip, ...choices] = state === '-help' ? [0, ...tops] : tops;
        expect([state, new Set(choices).size]).toEqual([state, 1]);
        expect(skip).toBeLessThan(choices[0] ?? 0);
      }
    },
  );

  test('marks a step as done once the agent has done it', async () => {
    await open('waiting-guide-help');
    expect(await guide().getByText('Done', { exact: true }).count()).toBe(0);
    await press('Keyboard shortcuts');
    await guide().getByText('Done', { exact: true }).waitFor();
    await driver().page.keyboard.press('Escape');
    await guide().getByText('Done', { exact: true }).waitFor();
  });

  test('gives way to a ring without a click, and comes back at the same step', async () => {
    await open('waiting-guide');
    await press('Next step');
    await step('Notice every ring').waitFor();
    await driver().page.evaluate(() => window.gallery.keepQueries('ringing-lead'));
    await driver().page.getByRole('alertdialog').waitFor();
    await guide().waitFor({ state: 'detached' });
    await driver().page.evaluate(() => window.gallery.keepQueries('waiting-guide'));
    await step('Notice every ring').waitFor();
  });

  test('stays closed once skipped, and starts over from the list of keys', async () => {
    await open('waiting-guide');
    await press('Next step');
    await press('Skip the guide');
    await guide().waitFor({ state: 'detached' });
    await driver().page.keyboard.press('?');
    await button('First-day guide').press('Enter');
    await step('Check your sound').waitFor();
    await expect
      .poll(() => driver().page.evaluate(() => document.activeElement?.textContent))
      .toBe('Your first day');
  });

  test('is a command of the palette', async () => {
    const { page } = driver();
    await open('waiting');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').waitFor();
    await page.keyboard.type('first-day');
    await page.getByRole('option', { name: 'First-day guide', selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await step('Check your sound').waitFor();
  });

  test('isn’t shown to agents who have finished it, and asks for no calls then', async () => {
    await open('waiting');
    await driver().page.locator('[data-part="day"]').waitFor();
    expect(await guide().count()).toBe(0);
    expect(await requests('getHistory')).toEqual([]);
  });

  test('names keys that the phone has', async () => {
    const { page } = driver();
    const { call, ignore, mute, hold, hangUp, status } = GUIDE_KEYS;
    for (const [state, keys] of [
      ['waiting-status', [status]],
      ['ringing-lead', [call, ignore]],
      ['oncall', [mute, hold, hangUp]],
    ] as const) {
      await open(state);
      for (const key of keys) {
        await page.locator(`[aria-keyshortcuts="${key}"]`).first().waitFor({ state: 'attached' });
      }
    }
    await page.keyboard.press(GUIDE_KEYS.keys);
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press(GUIDE_KEYS.palette);
    await page.getByRole('combobox').waitFor();
  });

  test.each([
    [380, 720],
    [320, 256],
    [1280, 800],
  ])('has no axe violation and no overflow at %i × %i', async (width, height) => {
    for (const state of ['waiting-guide', 'waiting-guide-notify', 'waiting-guide-help']) {
      await open(state, width, height);
      await guide().waitFor();
      await expectNoOverflow();
      expect(await findAccessibilityViolations(driver().page)).toEqual([]);
    }
  });
});

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { inGallery } from './driver.ts';

let page: Page;
const { open, show, sent, button } = inGallery((opened) => {
  page = opened;
});

const alert = () => page.getByRole('alert').filter({ hasText: 'You’re offline.' });

/** Top and bottom of the buttons at the lower edge. */
const dock = () =>
  page.evaluate(() => {
    const part = document.querySelector('[data-part="dock"]') ?? document.querySelector('[data-part="foot"]');
    const { top, bottom } = part?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
    return [top, bottom];
  });

test.each([
  'waiting',
  'waiting-newcall',
  'history',
  'ringing-lead',
  'oncall',
  'oncall-transfer',
  'oncall-keypad',
  'result-busy',
  'tags',
  'note',
  'thankyou-undo',
])("in %s, the banner is visible, and the dock doesn't move", async (state) => {
  for (const width of [320, 380, 1280]) {
    await open(state, width, 640);
    const before = await dock();
    await show(`offline-${state}`);
    await alert().waitFor();
    expect(await dock()).toEqual(before);
    // Nothing covers it.
    const isSeen = await page.evaluate(() => {
      const banner = document.querySelector('[data-part="offline"]');
      const { left, top, width: wide, height } = banner?.getBoundingClientRect() ?? new DOMRect();
      const seen = document.elementFromPoint(left + wide / 2, top + height / 2);
      return banner?.contains(seen) === true && top >= 0 && left >= 0;
    });
    expect(isSeen).toBe(true);
  }
});

test('at 4× zoom, Mute and Hang Up are still visible', async () => {
  await open('offline-oncall', 320, 256);
  await alert().waitFor();
  for (const name of ['Mute', 'Hang Up', 'Try now']) {
    const box = await button(name).boundingBox();
    expect(box && box.y >= 0 && box.y + box.height <= 256, name).toBe(true);
  }
});

test('the alert is announced once, and not again while the time counts up or the view changes', async () => {
  await open('offline-waiting');
  await alert().waitFor();
  await page.evaluate(() => {
    const spoken = document.querySelector('[data-part="offline"] [role="alert"]');
    const counted = window as unknown as { changes: number };
    counted.changes = 0;
    if (!spoken) throw new Error('There is no alert.');
    new MutationObserver(() => {
      counted.changes += 1;
    }).observe(spoken, { childList: true, subtree: true, characterData: true });
    spoken.setAttribute('data-first', '');
  });
  const count = page.locator('[data-part="offline"]');
  const first = await count.textContent();
  await expect.poll(() => count.textContent(), { timeout: 5_000 }).not.toBe(first);
  await show('offline-ringing-lead');
  await show('offline-oncall');
  await page.getByText('Your call continues.').waitFor();
  expect(await page.evaluate(() => (window as unknown as { changes: number }).changes)).toBe(0);
  expect(await alert().getAttribute('data-first')).toBe('');
});

test("Try now can be reached by keyboard, but doesn't take the focus", async () => {
  await open('note');
  const text = page.getByRole('textbox');
  await text.fill('Half a sen');
  await show('offline-note');
  await alert().waitFor();
  await page.keyboard.type('tence');
  await expect.poll(() => text.inputValue()).toBe('Half a sentence');
  await button('Try now').focus();
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await sent()).at(-1)).toEqual({ type: 'tryNowClicked' });
});

test("the waiting view shows when the phone was last connected, and can't check for a lead", async () => {
  await open('offline-waiting');
  await page.getByRole('heading', { name: 'Not ready for calls' }).waitFor();
  await page.getByText(/^Last connected at \d+:\d\d [AP]M$/).waitFor();
  await expect.poll(() => button('Check for lead').isDisabled()).toBe(true);
  await page.keyboard.press('l');
  expect(await sent()).toEqual([]);
  const icon = page.locator('link[rel="icon"]');
  await expect.poll(() => icon.getAttribute('href')).toBe('/favicon-offline.svg');
  await expect.poll(() => page.title()).toBe('Offline');
  await show('waiting-back');
  await page.getByRole('status').filter({ hasText: 'You’re back online' }).waitFor();
  await page.getByRole('heading', { name: 'Ready for calls', exact: true }).waitFor();
  await expect.poll(() => icon.getAttribute('href')).toBe('/favicon-waiting.svg');
});

test.each([
  ['waiting', 'Ready for calls', ''],
  ['waiting-connecting', 'Connecting…', ''],
  ['waiting-locked', 'Not ready for calls', 'Click anywhere to turn on the ring sound.'],
  ['waiting-elsewhere', 'Not ready for calls', 'Your phone is open on another device.'],
  ['waiting-queue', 'Ready for calls', '28 leads waiting · next in 0:03'],
  ['waiting-queue-one', 'Ready for calls', '1 lead waiting'],
  ['waiting-queue-missed', 'Ready for calls', '28 leads waiting · next in 0:43, after a missed ring'],
  ['waiting-queue-connecting', 'Ready for calls', 'Connecting…'],
  ['waiting-queue-empty', 'Ready for calls', 'No leads waiting'],
  ['waiting-offshift', 'Off shift until 9:00 PM', ''],
  ['waiting-nomicrophone', 'Not ready for calls', 'Allow microphone access for this site in your browser.'],
])("%s shows '%s' and why", async (state, title, reason) => {
  await open(state);
  const part = page.locator('[data-part="ready"]');
  await part.getByRole('heading', { name: title, exact: true }).waitFor();
  await expect.poll(async () => (await part.textContent())?.trim()).toBe(title + reason);
});

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { inGallery } from './driver.ts';

let page: Page;
const { open, show, expectSent, sent, requests, fresh, button, isInWindow, expectNoOverflow } = inGallery(
  (opened) => {
    page = opened;
  },
);

const select = (label: string) => page.getByLabel(label, { exact: true });

test('Settings lists inputs for the microphone, and outputs for speaker and ringer', async () => {
  await open('settings');
  const options = (label: string) => select(label).locator('option').allTextContents();
  await expect
    .poll(() => options('Microphone'))
    .toEqual([
      'System default',
      'Jabra Evolve2 65 (Bluetooth handsfree)',
      'MacBook Pro Microphone (Built-in)',
    ]);
  const outputs = [
    'System default',
    'Jabra Evolve2 65 (Bluetooth handsfree)',
    'MacBook Pro Speakers (Built-in)',
  ];
  expect([await options('Speaker'), await options('Ringer')]).toEqual([outputs, outputs]);
  await expect.poll(() => select('Ringer').inputValue()).toBe('mac-out');
});

test('Settings applies all three devices on Save and none before', async () => {
  await open('settings');
  await select('Microphone').selectOption('MacBook Pro Microphone (Built-in)');
  await select('Ringer').selectOption('System default');
  await expectSent();
  await button('Save').click();
  await expectSent({
    type: 'settingsSaved',
    settings: { microphone: 'mac-in', speaker: 'jabra-out', ringer: '' },
  });
});

test('Settings has the Auto Accept switch only with the permission, and applies it immediately', async () => {
  await open('settings');
  const accept = page.getByRole('switch', { name: 'Auto Accept', exact: true });
  await expect.poll(() => accept.isChecked()).toBe(true);
  await accept.click();
  await accept.press('Space');
  await expectSent({ type: 'autoAcceptSwitched' }, { type: 'autoAcceptSwitched' });
  await open('settings-noautoaccept');
  await expect.poll(() => page.getByText('Auto Accept').count()).toBe(0);
});

const LOS_ANGELES = { language: null, time_zone: 'America/Los_Angeles', clock: null, date_order: null };

test('each choice of language and time is saved immediately, with the others unchanged', async () => {
  await open('settings');
  const group = page.getByRole('region', { name: 'Language and time' });
  await expect.poll(() => group.getByRole('combobox').count()).toBe(4);
  await select('Language').selectOption('Español');
  await expectSent({ type: 'localeSaved', locale: { ...LOS_ANGELES, language: 'es' } });
  await select('Date order').selectOption('2026-11-17');
  const both = { type: 'localeSaved', locale: { ...LOS_ANGELES, date_order: 'ymd' } };
  await expect.poll(async () => (await sent()).at(-1)).toEqual(both);
  expect(await requests('setLocale')).toHaveLength(2);
});

test('a time zone that is not saved shows the error and is no longer chosen', async () => {
  await open('settings');
  await select('Time zone').selectOption('Pacific/Apia');
  await expect.poll(() => page.getByRole('alert').textContent()).toMatch(/^Something went wrong/);
  await expect.poll(() => select('Time zone').inputValue()).toBe('America/Los_Angeles');
  await expectSent();
});

test.each([
  ['Europe/Berlin', 1],
  ['America/Los_Angeles', 0],
])('a computer in %s offers its own time zone %i times', async (timezoneId, count) => {
  const { page, open, expectSent } = await fresh({ timezoneId });
  await open('settings');
  await expect.poll(() => page.getByLabel('Time zone', { exact: true }).isVisible()).toBe(true);
  const own = page.getByRole('button', { name: /^Use this computer’s: / });
  expect(await own.count()).toBe(count);
  if (count === 0) return;
  await own.click();
  await expectSent({ type: 'localeSaved', locale: { ...LOS_ANGELES, time_zone: timezoneId } });
});

test('Settings has the version, Copy Error Logs and Update', async () => {
  await open('settings');
  await expect.poll(() => page.getByText('1.9.9').isVisible()).toBe(true);
  await button('Copy Error Logs').click();
  await button('Update').click();
  await expectSent({ type: 'copyErrorLogsClicked' }, { type: 'updateClicked' });
});

test('Settings explains why there are no devices to choose from', async () => {
  await open('settings-nodevices');
  await expect
    .poll(() => select('Microphone').locator('option').allTextContents())
    .toEqual(['System default']);
  await expect.poll(() => page.getByText(/^Allow microphone access to choose/).isVisible()).toBe(true);
});

test('a new device is used after one click', async () => {
  await open('waiting-devicecame');
  const toast = page.getByRole('status').filter({ hasText: 'Jabra' });
  await expect.poll(() => toast.getByText(/is connected\.$/).isVisible()).toBe(true);
  await button('Use it').click();
  await expectSent({ type: 'deviceOfferAccepted' });
});

test.each([
  [320, 256],
  [360, 640],
])('at %i × %i, every control can be reached, and nothing overflows', async (width, height) => {
  await open('settings', width, height);
  for (const control of [select('Microphone'), select('Ringer'), button('Update'), button('Save')]) {
    await control.scrollIntoViewIfNeeded();
    expect(await isInWindow(control)).toBe(true);
  }
  await expectNoOverflow();
});

/** Events since the panel was last opened; earlier ones may come from the previous test. */
const checked = () =>
  page.evaluate(() => {
    const all = window.gallery.soundCheckEvents;
    return all.slice(all.findLastIndex(({ type }) => type === 'panelOpened'));
  });
const meter = () => page.getByRole('meter', { name: 'Microphone level' });

test('the sound check uses the selected devices, saved or not', async () => {
  await open('settings');
  await expect.poll(checked).toEqual([{ type: 'panelOpened' }]);
  await select('Microphone').selectOption('MacBook Pro Microphone (Built-in)');
  await select('Ringer').selectOption('System default');
  await button('Check microphone').click();
  await button('Record 3 s and play back').click();
  await button('Test ring').click();
  const microphone = { microphone: 'mac-in', plain: false };
  await expect
    .poll(checked)
    .toEqual([
      { type: 'panelOpened' },
      { type: 'microphoneChosen', ...microphone },
      { type: 'listenClicked', ...microphone },
      { type: 'recordClicked', ...microphone, speaker: 'jabra-out' },
      { type: 'ringClicked', ringer: '' },
    ]);
  await expectSent();
});

test('closing the panel or opening another one ends the sound check', async () => {
  await open('settings-check-listening');
  await show('history');
  await expect.poll(checked).toEqual([{ type: 'panelOpened' }, { type: 'panelLeft' }]);
  await open('settings-check-recording');
  await button('Change password').click();
  await expect.poll(checked).toEqual([{ type: 'panelOpened' }, { type: 'panelLeft' }]);
});

test.each([
  ['settings-check-listening', 'Stop microphone check', 'We can hear you.'],
  ['settings-check-recording', 'Stop recording (0:02)', 'Say something. We’ll play it back in a moment.'],
  ['settings-check-playing', 'Stop playback', 'Playing your recording.'],
  ['settings-check-ringing', 'Stop ring', 'Playing the ring sound.'],
])('in %s, the button %s stops it, and a status says what is happening', async (state, name, text) => {
  await open(state);
  await expect.poll(() => page.getByRole('status').filter({ hasText: text }).count()).toBe(1);
  await button(name).click();
  await expect.poll(checked).toEqual([{ type: 'panelOpened' }, { type: 'stopClicked' }]);
});

test('the meter exposes its level as text, and Off while the microphone is closed', async () => {
  await open('settings-check-listening');
  await expect.poll(() => meter().locator('[data-lit="true"]').count()).toBe(3);
  await expect.poll(() => meter().getAttribute('aria-valuetext')).toBe('Good');
  await open('settings');
  await expect.poll(() => meter().getAttribute('aria-valuetext')).toBe('Off');
  await expect.poll(() => meter().locator('[data-lit="true"]').count()).toBe(0);
});

test.each([
  ['settings-check-silent', /^We can’t hear anything\. Check/],
  ['settings-check-refused', /Allow it in your browser or system settings/],
])('%s shows what to do, even at 320 px', async (state, text) => {
  await open(state, 320, 640);
  const alert = page.getByRole('alert');
  await expect.poll(() => alert.textContent()).toMatch(text);
  await alert.scrollIntoViewIfNeeded();
  const box = await alert.boundingBox();
  expect(box && box.x >= 0 && box.x + box.width <= 320).toBe(true);
});

test('notifications are requested by a click, or the settings say how to unblock them', async () => {
  await open('settings-notify');
  await button('Allow notifications').click();
  await expectSent({ type: 'allowNotificationsClicked' });
  await open('settings-notify-blocked');
  await expect
    .poll(() => page.getByText(/^Your browser is blocking call notifications\. Allow them/).isVisible())
    .toBe(true);
  await open('settings');
  await expect.poll(() => button('Allow notifications').count()).toBe(0);
});

test.each([
  ['Allow notifications', 'allowNotificationsClicked'],
  ['Not now', 'notifyNotNowClicked'],
])('the waiting view explains notifications, and %s is a button', async (name, type) => {
  await open('waiting-notify', 320, 640);
  const card = page.getByRole('region', {
    name: 'Get notified of calls when this tab is in the background.',
  });
  await card.getByRole('button', { name, exact: true }).click();
  await expectSent({ type });
  // The card doesn't take the focus.
  await open('waiting-notify');
  await expect.poll(() => card.evaluate((element) => element.contains(document.activeElement))).toBe(false);
});

test("error logs that couldn't be copied are shown for copying by hand", async () => {
  await open('settings-notcopied');
  const alert = page.getByRole('alertdialog');
  await expect.poll(() => alert.textContent()).toContain('Select the text below and copy it.');
  const logs = alert.getByRole('textbox', { name: 'Error logs' });
  await expect.poll(() => logs.inputValue()).toContain('"version": "1.9.9"');
  // Shift+Tab from OK focuses the text and selects all of it.
  await page.keyboard.press('Shift+Tab');
  const selected = () =>
    logs.evaluate((field) => {
      const { selectionStart, selectionEnd, value } = field as HTMLTextAreaElement;
      return value.slice(selectionStart, selectionEnd) === value;
    });
  await expect.poll(selected).toBe(true);
});

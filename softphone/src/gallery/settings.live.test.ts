/** The Settings panel, and what is said of devices, in a real browser. */
import { beforeAll, expect, test } from 'vitest';
import { type GalleryDriver, startDriver } from './driver.ts';

let gallery: GalleryDriver;
beforeAll(async () => {
  gallery = await startDriver();
});

const select = (label: string) => gallery.page.getByLabel(label, { exact: true });

test('lists inputs for the microphone, and outputs for speaker and ringer', async () => {
  await gallery.open('settings');
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

test('changes nothing before Save, and then all three together', async () => {
  await gallery.open('settings');
  await select('Microphone').selectOption('MacBook Pro Microphone (Built-in)');
  await select('Ringer').selectOption('System default');
  await expect.poll(() => gallery.sent()).toEqual([]);
  await gallery.button('Save').click();
  await expect
    .poll(() => gallery.sent())
    .toEqual([
      { type: 'settingsSaved', settings: { microphone: 'mac-in', speaker: 'jabra-out', ringer: '' } },
    ]);
});

test('has the switch only for those who may set it, and it acts at once', async () => {
  await gallery.open('settings');
  const accept = gallery.page.getByRole('switch', { name: 'Auto Accept', exact: true });
  await expect.poll(() => accept.isChecked()).toBe(true);
  await accept.click();
  await accept.press('Space');
  await expect
    .poll(() => gallery.sent())
    .toEqual([{ type: 'autoAcceptSwitched' }, { type: 'autoAcceptSwitched' }]);
  await gallery.open('settings-noautoaccept');
  await expect.poll(() => gallery.page.getByText('Auto Accept').count()).toBe(0);
});

test('has the version, the error log and the update', async () => {
  await gallery.open('settings');
  await expect.poll(() => gallery.page.getByText('1.9.9').isVisible()).toBe(true);
  await gallery.button('Copy Error Logs').click();
  await gallery.button('Update').click();
  await expect
    .poll(() => gallery.sent())
    .toEqual([{ type: 'copyErrorLogsClicked' }, { type: 'updateClicked' }]);
});

test('says why there is nothing to choose from', async () => {
  await gallery.open('settings-nodevices');
  await expect
    .poll(() => select('Microphone').locator('option').allTextContents())
    .toEqual(['System default']);
  await expect
    .poll(() => gallery.page.getByText(/^Allow this page to use the microphone/).isVisible())
    .toBe(true);
});

test('a device that has come is taken with one click', async () => {
  await gallery.open('waiting-devicecame');
  const word = gallery.page.getByRole('status').filter({ hasText: 'Jabra' });
  await expect.poll(() => word.getByText(/is connected\.$/).isVisible()).toBe(true);
  await gallery.button('Use it').click();
  await expect.poll(() => gallery.sent()).toEqual([{ type: 'deviceOfferTaken' }]);
});

test.each([
  [320, 256],
  [360, 640],
])('at %i × %i every control can be reached, and nothing runs over the edge', async (width, height) => {
  await gallery.open('settings', width, height);
  for (const control of [
    select('Microphone'),
    select('Ringer'),
    gallery.button('Update'),
    gallery.button('Save'),
  ]) {
    await control.scrollIntoViewIfNeeded();
    const box = await control.boundingBox();
    expect(
      box && box.x >= 0 && box.x + box.width <= width && box.y >= 0 && box.y + box.height <= height,
    ).toBe(true);
  }
  await expect
    .poll(() => gallery.page.evaluate(() => document.documentElement.scrollWidth))
    .toBeLessThanOrEqual(width);
});

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { wavOf } from '@offhook/server/testing/storage/speech';
import type { Browser, Page } from '@playwright/test';
import { findAccessibilityViolations } from '../../../design/tests/accessibility.mjs';
import { expect, LEAD, MAIN_LINE, Phone, test } from '../phone.ts';
import { type Line, type Product, waitUntil } from '../product.ts';

const TONES = [1_000, 620, 350] as const;
/** 1 s of 1 kHz, stereo, 44.1 kHz. */
const MP3 = readFileSync(new URL('../../../voice/src/sounds/test-tone.mp3', import.meta.url));
const MANY = 12;

/** As a studio delivers it. */
const studioWav = (frequency: number, seconds: number) =>
  toneWav(44_100, seconds, (t) => 0.3 * Math.sin(2 * Math.PI * frequency * t));

function toneWav(rate: number, seconds: number, at: (second: number) => number): Buffer {
  return wavOf([Float64Array.from({ length: rate * seconds }, (_, i) => at(i / rate))], rate);
}

async function openTeam(browser: Browser, product: Product): Promise<Phone> {
  const admin = await Phone.visit(browser, product.url, '/admin/teams');
  await admin.page.setViewportSize({ width: 1280, height: 900 });
  await admin.signIn('admin@demo.test');
  await admin.page.getByRole('link', { name: 'Sales', exact: true }).click();
  await expect(admin.heading('Greetings and texts')).toBeVisible();
  return admin;
}

const greeting = (page: Page, label: string) => page.getByRole('group', { name: label, exact: true });
const choose = (page: Page, label: string, kind: 'Text' | 'Audio') =>
  page
    .getByRole('radiogroup', { name: `${label}: text or audio` })
    .getByLabel(kind)
    .check();

async function save(admin: Phone): Promise<void> {
  const saved = admin.page.waitForResponse(
    (response) => response.request().method() === 'PUT' && response.url().includes('/console/teams/'),
  );
  await admin.button('Save').click();
  expect((await saved).status()).toBe(200);
}

/** Waits until the caller receives this tone and no other. */
async function callerHears(product: Product, frequency: (typeof TONES)[number]): Promise<void> {
  const isHeard = ({ from, tones }: Line) =>
    from === LEAD &&
    TONES.every((tone, at) => (tone === frequency ? (tones[at] ?? 0) > 0.03 : (tones[at] ?? 1) < 0.01));
  await waitUntil(
    async () => (await product.lines(TONES)).some(isHeard),
    `the caller to hear ${frequency} Hz`,
  );
}

test('callers hear the uploaded files of a team, then its text again', async ({ browser, product }) => {
  test.slow();
  const admin = await openTeam(browser, product);
  const { page } = admin;
  await choose(page, 'Welcome message', 'Audio');
  await page.getByLabel('Audio file: Welcome message').setInputFiles({
    name: 'Harbor welcome.mp3',
    mimeType: 'audio/mpeg',
    buffer: Buffer.concat(new Array<Buffer>(MANY).fill(MP3)),
  });
  await expect(greeting(page, 'Welcome message').getByText('Harbor welcome.mp3')).toBeVisible();
  await choose(page, 'Voicemail greeting', 'Audio');
  await page.getByLabel('Audio file: Voicemail greeting').setInputFiles({
    name: 'not-audio.wav',
    mimeType: 'audio/wav',
    buffer: Buffer.from('Leave a message.'),
  });
  await expect(page.getByRole('alert').getByText(/isn’t an audio file/)).toBeVisible();
  await page.getByLabel('Audio file: Voicemail greeting').setInputFiles({
    name: 'Voicemail.wav',
    mimeType: 'audio/wav',
    buffer: studioWav(620, 12),
  });
  await expect(greeting(page, 'Voicemail greeting').getByText('0:12')).toBeVisible();
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await save(admin);

  // What the administrator hears is the file.
  await greeting(page, 'Welcome message').getByRole('button', { name: 'Play' }).click();
  await waitUntil(
    () => page.evaluate(() => [...document.querySelectorAll('audio')].some((one) => one.currentTime > 0.3)),
    'the greeting to play in the page',
  );
  await greeting(page, 'Welcome message').getByRole('button', { name: 'Pause' }).click();

  // No agent has a phone open, so the voicemail follows the welcome.
  await product.callIn(LEAD, MAIN_LINE);
  await callerHears(product, 1_000);
  await callerHears(product, 620);
  await product.endCalls();

  await choose(page, 'Welcome message', 'Text');
  await save(admin);
  await page.reload();
  await expect(page.getByLabel('Welcome message', { exact: true })).toBeVisible();
  await product.callIn(LEAD, MAIN_LINE);
  // The voicemail is first now.
  await callerHears(product, 620);
  await product.endCalls();
  await choose(page, 'Voicemail greeting', 'Text');
  await save(admin);

  await page.goto(`${product.url}/admin/audit-log`);
  await expect(page.getByText(/Welcome message \(audio\)/).first()).toBeVisible();
  await admin.close();
});

test('callers hear what an administrator says into the microphone', async ({ product, launch }) => {
  test.slow();
  const folder = mkdtempSync(join(tmpdir(), 'offhook-voice-'));
  const file = join(folder, 'voice.wav');
  // A steady tone would be removed as noise.
  const beeps = (t: number) => (t % 0.5 < 0.3 ? 0.4 * Math.sin(2 * Math.PI * 620 * t) : 0);
  writeFileSync(file, toneWav(48_000, 20, beeps));
  const phone = await launch((args) => [
    ...args.filter((arg) => !arg.startsWith('--use-file-for-fake-audio-capture')),
    `--use-file-for-fake-audio-capture=${file}`,
  ]);
  const browser = phone.context.browser();
  await phone.close();
  if (!browser) throw new Error('The phone has no browser.');
  const admin = await openTeam(browser, product);
  const { page } = admin;
  await choose(page, 'Welcome message', 'Audio');
  const group = greeting(page, 'Welcome message');
  await group.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(group.getByRole('timer')).toHaveText('0:01');
  await group.getByRole('button', { name: 'Stop', exact: true }).click();
  await group.getByRole('button', { name: 'Record again' }).click();
  await expect(group.getByRole('timer')).toHaveText('0:08');
  await group.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(group.getByText('Microphone recording')).toBeVisible();
  await save(admin);

  await product.callIn(LEAD, MAIN_LINE);
  await callerHears(product, 620);
  await product.endCalls();
  await choose(page, 'Welcome message', 'Text');
  await save(admin);
  await admin.close();
  rmSync(folder, { recursive: true });
});

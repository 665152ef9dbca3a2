import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { encodeWav } from '../core/greetings/wav.ts';
import { galleryDriver } from './driver.ts';

const driver = galleryDriver();
const { open, role, button, shown, alert, requests, expectRequests, expectAccessible } = driver;
const welcome = () => role('group', { name: 'Welcome message' });
const chooseAudio = () =>
  role('radiogroup', { name: 'Welcome message: text or audio' }).getByLabel('Audio').check();
const pick = (name: string, buffer: Buffer) =>
  driver.page
    .getByLabel('Audio file: Welcome message')
    .setInputFiles({ name, mimeType: 'audio/wav', buffer });

const tone = (seconds: number, rate = 44_100) =>
  Buffer.from(
    encodeWav(
      [
        Float32Array.from(
          { length: seconds * rate },
          (_, i) => 0.3 * Math.sin((i * 2 * Math.PI * 440) / rate),
        ),
      ],
      rate,
    ),
  );

const id = `uploaded${'x'.repeat(24)}`;
const saved = async () => {
  await button('Save').click();
  await expect.poll(() => requests('changeTeam')).toHaveLength(1);
  return (await requests('changeTeam'))[0];
};

test('a file is uploaded in telephone quality, shown with its length, and saved with the team', async () => {
  await open('team');
  await chooseAudio();
  await welcome().getByText('No audio yet.').waitFor();
  await pick('Front desk.wav', tone(3));
  await welcome().getByText('Front desk.wav').waitFor();
  await welcome().getByText('0:03').waitFor();
  await expectRequests('uploadGreeting', { name: 'Front desk.wav', bytes: 44 + 3 * 16_000 });
  await welcome().getByRole('button', { name: 'Play' }).click();
  await expectAccessible();
  expect(await saved()).toMatchObject({ body: { profile: { welcome_file: id } } });
});

test('a file that is no audio, too long, too large or refused changes nothing', async () => {
  await open('team');
  await chooseAudio();
  await pick('notes.wav', Buffer.from('Welcome to Harbourline.'));
  await alert(/isn’t an audio file/).waitFor();
  await expectAccessible();
  await pick('speech.wav', tone(125, 8_000));
  await alert('The audio is longer than 2 minutes.').waitFor();
  await pick('album.wav', Buffer.alloc(26 * 1024 * 1024));
  await alert('The file is larger than 25 MB.').waitFor();
  await expectRequests('uploadGreeting');
  await pick('click.wav', tone(1, 8_000).subarray(0, 244));
  await alert('The audio is empty or too short.').waitFor();
  await welcome().getByText('No audio yet.').waitFor();
  expect(await shown('1 unsaved change').count()).toBe(0);
});

test('an upload shows its progress', async () => {
  await open('team');
  await chooseAudio();
  await pick('slow.wav', tone(1));
  const progress = welcome().getByRole('progressbar', { name: 'Uploading…' });
  await expect.poll(() => progress.getAttribute('value')).toBe('0.4');
  await expectAccessible();
});

test('audio that is set goes back to the text, and comes back before it is saved', async () => {
  await open('team-greeting-files');
  const kind = role('radiogroup', { name: 'Voicemail greeting: text or audio' });
  await role('group', { name: 'Voicemail greeting' }).getByText('Microphone recording').waitFor();
  await expectAccessible();
  await kind.getByLabel('Text').check();
  await shown('1 unsaved change').waitFor();
  await driver.field('Voicemail greeting', { exact: true }).waitFor();
  await kind.getByLabel('Audio').check();
  await shown('1 unsaved change').waitFor({ state: 'detached' });
  await kind.getByLabel('Text').check();
  expect(await saved()).toMatchObject({ body: { profile: { voicemail_file: null } } });
});

/** A microphone that hears a hum, or that the user denies. */
const withMicrophone = (isAllowed: boolean) =>
  driver.openSeparately(
    isAllowed
      ? () => {
          navigator.mediaDevices.getUserMedia = async () => {
            const context = new AudioContext();
            const hum = new OscillatorNode(context, { frequency: 440 });
            const stream = context.createMediaStreamDestination();
            hum.connect(stream);
            hum.start();
            return stream.stream;
          };
        }
      : () => {
          navigator.mediaDevices.getUserMedia = async () => {
            throw new DOMException('', 'NotAllowedError');
          };
        },
  );

async function openRecorder(page: Page) {
  await page.evaluate(() => window.gallery.show('team'));
  await page.getByRole('radiogroup', { name: 'Welcome message: text or audio' }).getByLabel('Audio').check();
  const group = page.getByRole('group', { name: 'Welcome message' });
  await group.getByRole('button', { name: 'Record', exact: true }).click();
  return group;
}

test('the microphone is recorded, recorded again, and saved', async () => {
  const page = await withMicrophone(true);
  const group = await openRecorder(page);
  await group.getByText('0:01').waitFor();
  await group.getByRole('button', { name: 'Stop', exact: true }).click();
  await group.getByText('Microphone recording').waitFor();
  await group.getByRole('button', { name: 'Record again' }).click();
  await group.getByRole('timer').waitFor();
  const stop = group.getByRole('button', { name: 'Stop', exact: true });
  await expect.poll(() => stop.evaluate((button) => button === document.activeElement)).toBe(true);
  await group.getByRole('button', { name: 'Cancel' }).click();
  // The first recording stays.
  await group.getByText('Microphone recording').waitFor();
  const uploads = await page.evaluate(() =>
    window.gallery.requests.filter(({ name }) => name === 'uploadGreeting').map(({ input }) => input),
  );
  expect(uploads).toEqual([{ name: null, bytes: expect.any(Number) }]);
  expect((uploads[0] as { bytes: number }).bytes).toBeGreaterThan(8_000);
});

test('a denied microphone says how to allow it', async () => {
  const page = await withMicrophone(false);
  const group = await openRecorder(page);
  await group
    .getByRole('alert')
    .getByText(/may not use the microphone/)
    .waitFor();
  await group.getByRole('button', { name: 'Record', exact: true }).waitFor();
});

test('audio whose file is missing says what callers hear, and can be uploaded again', async () => {
  await open('team-greeting-missing');
  await welcome().getByText('The audio file is missing, so callers hear the text.').waitFor();
  await role('group', { name: 'Voicemail greeting' })
    .getByText('The audio file is missing. Upload it or record it again.')
    .waitFor();
  await expectAccessible();
  await pick('Front desk.wav', tone(3));
  await welcome().getByText('0:03').waitFor();
  expect(await saved()).toMatchObject({ body: { profile: { welcome_file: id } } });
});

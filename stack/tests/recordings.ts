import type { Locator } from '@playwright/test';
import { expect, type Phone } from './phone.ts';
import { type Product, waitUntil } from './product.ts';
import { readWav } from './wav.ts';

/** Reopens the history until the call with this text has its recording. @returns its row */
export async function findRecordedRow(phone: Phone, text: string): Promise<Locator> {
  const row = phone.page.getByRole('row').filter({ hasText: text }).first();
  await waitUntil(async () => {
    await phone.openHistory();
    const hasRecording = await row
      .locator('audio')
      .waitFor({ state: 'attached', timeout: 1_500 })
      .then(
        () => true,
        () => false,
      );
    if (!hasRecording) await phone.button('Close').click();
    return hasRecording;
  }, 'the recording to appear in the history');
  return row;
}

/** The recording that the row's player loads: both sides' audio. */
export async function downloadRecording(phone: Phone, product: Product, row: Locator) {
  const address = await row.locator('audio').getAttribute('src');
  if (!address) throw new Error('the player has no source');
  const response = await phone.context.request.get(new URL(address, product.url).href);
  expect(response.headers()['content-type']).toContain('audio/');
  const { channels, rate, seconds } = readWav(await response.body());
  const [agent, lead] = channels;
  if (!agent || !lead) throw new Error('the recording has one channel');
  return { agent, lead, rate, seconds };
}

export async function expectPlayback(row: Locator): Promise<void> {
  await row.getByRole('button', { name: /Play/ }).first().click();
  await waitUntil(
    () => row.locator('audio').evaluate((audio: HTMLAudioElement) => audio.currentTime > 0.2),
    'the recording to play',
  );
}

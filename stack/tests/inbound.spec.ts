import { expect, partyHears, SPEECH, test } from './phone.ts';
import { until } from './product.ts';

const CALLER = '+14155550100';
const MAIN_LINE = '+14155550199';
/** Of the pretend network: it speaks when it is asked for a message, and goes. */
const MESSENGER = '+14155550128';

test('a caller rings the main line: a sound, Accept, both talk, Hang Up, thank you, waiting after 2 s', async ({
  phone,
  product,
}) => {
  await product.ring(CALLER, MAIN_LINE);
  await expect(phone.heading('Main line')).toBeVisible();
  await expect(phone.button('Accept')).toBeVisible();
  await until(() => phone.rings(), 'the ring sound to play');
  await phone.button('Accept').click();
  await expect(phone.status).toHaveText(/^\d\d:\d\d$/);
  expect(await phone.rings()).toBe(false);
  await phone.hearsSpeech();
  await partyHears(product, CALLER, (level) => level > SPEECH, 'the caller to hear the agent');
  await phone.button('Hang Up').click();
  await phone.passes('Thank you!');
  await expect(phone.navigation).toBeVisible();
  await until(async () => (await product.lines()).length === 0, 'the caller to be hung up');
});

test('nobody takes a caller, who leaves a voicemail that the agent plays from the history', async ({
  phone,
  product,
}) => {
  test.setTimeout(180_000);
  await product.ring(MESSENGER, MAIN_LINE);
  await expect(phone.heading('Main line')).toBeVisible();
  await phone.button('Ignore').click();
  await expect(phone.navigation).toBeVisible();
  const row = phone.page.getByRole('row').filter({ hasText: '(415) 555-0128' }).first();
  await until(
    async () => {
      await phone.navigation.getByRole('button', { name: 'History' }).click();
      await expect(phone.heading('Call History')).toBeVisible();
      await expect(row).toContainText('No agents answered');
      const there = (await row.locator('audio').count()) === 1;
      if (!there) await phone.button('Close').click();
      return there;
    },
    'the voicemail in the history',
    90_000,
  );
  await expect(row).toContainText('Missed');
  await row.getByRole('button', { name: /Play/ }).first().click();
  await until(
    () => row.locator('audio').evaluate((audio: HTMLAudioElement) => audio.currentTime > 0.2),
    'it to play',
  );
  await until(async () => (await product.lines()).length === 0, 'the caller to be gone');
});

test('the caller hangs up while the phone rings: it falls silent, and nothing is asked', async ({
  phone,
  product,
}) => {
  await product.ring(CALLER, MAIN_LINE);
  await expect(phone.heading('Main line')).toBeVisible();
  await product.hangUp(CALLER);
  await expect(phone.navigation).toBeVisible();
});

import { expect, LEAD, MAIN_LINE, partyHears, SPEECH, test } from '../phone.ts';
import { waitUntil } from '../product.ts';

test('an inbound call rings and connects both sides, and the phone returns to waiting 2 s after Hang Up', async ({
  phone,
  product,
}) => {
  await product.callIn(LEAD, MAIN_LINE);
  await expect(phone.heading('Main line')).toBeVisible();
  await expect(phone.button('Accept')).toBeVisible();
  await waitUntil(() => phone.isRingPlaying(), 'the ring sound to play');
  await phone.button('Accept').click();
  await expect(phone.status).toHaveText(/^\d\d:\d\d$/);
  expect(await phone.isRingPlaying()).toBe(false);
  await phone.hearsSpeech();
  await partyHears(product, LEAD, (level) => level > SPEECH, 'the caller to hear the agent');
  await phone.button('Hang Up').click();
  await phone.waitForBriefText('Thank you!');
  await expect(phone.navigation).toBeVisible();
  await waitUntil(async () => (await product.lines()).length === 0, 'the caller to be hung up');
});

test('the phone stops ringing when the caller hangs up, and asks for no result', async ({
  phone,
  product,
}) => {
  await product.callIn(LEAD, MAIN_LINE);
  await expect(phone.heading('Main line')).toBeVisible();
  await product.hangUp(LEAD);
  await expect(phone.navigation).toBeVisible();
});

import { denyPermissions, expect, LEAD, MAIN_LINE, type Phone, partyHears, SPEECH, test } from '../phone.ts';
import { waitUntil } from '../product.ts';

declare global {
  interface Window {
    /** Every request for a microphone, with its tracks once it opened. */
    offhookMicrophones?: { tracks: MediaStreamTrack[] }[];
  }
}

async function watchMicrophones(phone: Phone): Promise<void> {
  await phone.context.addInitScript(() => {
    const opened: { tracks: MediaStreamTrack[] }[] = [];
    window.offhookMicrophones = opened;
    const { mediaDevices } = navigator;
    const getUserMedia = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = async (constraints) => {
      const request: { tracks: MediaStreamTrack[] } = { tracks: [] };
      opened.push(request);
      const stream = await getUserMedia(constraints);
      request.tracks = stream.getTracks();
      return stream;
    };
  });
  await phone.reload();
}

/** One entry for each request, such as 'live' or 'ended'. */
const microphones = (phone: Phone) =>
  phone.page.evaluate(() =>
    (window.offhookMicrophones ?? []).map(({ tracks }) =>
      tracks.map(({ readyState }) => readyState).join(' '),
    ),
  );

const waitForMicrophones = (phone: Phone, ...states: readonly string[]) =>
  expect.poll(() => microphones(phone)).toEqual(states);

test('a ring opens the microphone and closes it if it isn’t accepted; an accepted call uses it', async ({
  phone,
  product,
}) => {
  await watchMicrophones(phone);
  await product.callIn(LEAD, MAIN_LINE);
  await expect(phone.heading('Main line')).toBeVisible();
  await waitForMicrophones(phone, 'live');
  await product.hangUp(LEAD);
  await waitForMicrophones(phone, 'ended');
  await phone.ready();

  await product.callIn(LEAD, MAIN_LINE);
  await expect(phone.heading('Main line')).toBeVisible();
  await waitForMicrophones(phone, 'ended', 'live');
  await phone.button('Ignore').click();
  await waitForMicrophones(phone, 'ended', 'ended');
  await product.hangUp(LEAD);
  await phone.ready();

  await product.callIn(LEAD, MAIN_LINE);
  await expect(phone.heading('Main line')).toBeVisible();
  await waitForMicrophones(phone, 'ended', 'ended', 'live');
  await phone.button('Accept').click();
  await phone.hearsSpeech();
  await partyHears(product, LEAD, (level) => level > SPEECH, 'the caller to hear the agent');
  await waitForMicrophones(phone, 'ended', 'ended', 'live');
  await phone.button('Hang Up').click();
  await waitForMicrophones(phone, 'ended', 'ended', 'ended');
});

test('a ring never asks for the permission to use the microphone; Accept does', async ({
  launch,
  product,
}) => {
  const phone = await launch(denyPermissions);
  await watchMicrophones(phone);
  await phone.context.clearPermissions();
  await phone.context.grantPermissions(['notifications']);
  await product.callIn(LEAD, MAIN_LINE);
  await expect(phone.heading('Main line')).toBeVisible();
  await waitUntil(() => phone.isRingPlaying(), 'the ring sound to play');
  await waitForMicrophones(phone);
  await phone.button('Accept').click();
  await expect(phone.page.getByRole('alertdialog')).toContainText('Unable to access your microphone');
  await waitForMicrophones(phone, '');
  await product.endCalls();
});

/** Firefox allows an output device only after the page has opened a microphone. */
import { expect, LEAD, MAIN_LINE, partyHears, SPEECH, test } from '../phone.ts';
import { waitUntil } from '../product.ts';

const MICROPHONE = 'Fake Audio Input 2';
const SPEAKER = 'Fake Audio Output 1';
const RINGER = 'Fake Audio Output 2';

test('the chosen devices are used after a reload: in the first call, and for rings from the second call on', async ({
  phone,
  product,
}) => {
  const { page } = phone;
  await phone.navigation.getByRole('button', { name: 'Settings', exact: true }).click();
  const ids: Record<string, string> = {};
  for (const [label, device] of Object.entries({
    Microphone: MICROPHONE,
    Speaker: SPEAKER,
    Ringer: RINGER,
  })) {
    const select = page.getByLabel(label, { exact: true });
    await select.selectOption({ label: device });
    ids[label] = await select.inputValue();
  }
  await phone.button('Save').click();
  await expect(page.getByRole('status').getByText('Saved', { exact: true })).toBeVisible();
  await phone.reload();

  const ring = async () => {
    await product.callIn(LEAD, MAIN_LINE);
    await expect(phone.button('Accept')).toBeVisible();
    await waitUntil(() => phone.isRingPlaying(), 'the ring sound to play');
  };
  const sinks = (isRing: boolean) =>
    page.evaluate(
      (wanted) =>
        [...(window.offhookSounds ?? [])]
          .filter(({ currentSrc }) => currentSrc.endsWith('ring.mp3') === wanted)
          .map(({ sinkId }) => sinkId),
      isRing,
    );

  await ring();
  await phone.button('Accept').click();
  await phone.talks();
  await phone.hearsSpeech();
  await partyHears(product, LEAD, (level) => level > SPEECH, 'the caller to hear the agent');
  const microphones = await page.evaluate(() =>
    (window.offhookPeers ?? []).flatMap((peer) => peer.getSenders().map(({ track }) => track?.label)),
  );
  expect(microphones).toContain(MICROPHONE);
  await expect.poll(() => sinks(false)).toContain(ids['Speaker']);
  await phone.button('Hang Up').click();
  await phone.ready();

  await ring();
  await expect.poll(() => sinks(true)).toEqual([ids['Ringer']]);
  await phone.button('Ignore').click();
  await phone.ready();
});

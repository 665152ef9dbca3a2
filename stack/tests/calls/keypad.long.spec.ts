import { expect, findParty, partyHearsNothing, test } from '../phone.ts';
import { downloadRecording, findRecordedRow } from '../recordings.ts';
import { detectDigits } from '../tones.ts';

/** A party that echoes what it hears. */
const ECHO = '+14155550106';

test('digits from keypad and keyboard reach the other party, with a pause after each', async ({
  phone,
  product,
}) => {
  await phone.talkTo(ECHO, { first: 'Echo', last: 'Valley' });
  await findParty(product, ECHO);
  await phone.hearsSpeech();
  // The microphone is muted, so only tones are echoed.
  await phone.button('Mute').click();
  await phone.button('Keypad').click();
  await expect(phone.heading('Keypad')).toBeVisible();
  await phone.button('5').click();
  await phone.button('#').click();
  await phone.page.keyboard.type('0*19');
  await expect(phone.page.getByRole('status').filter({ hasText: /^5#0\*19$/ })).toBeVisible();

  await test.step('with the keypad closed, the keyboard sends nothing', async () => {
    await phone.press('Escape');
    await expect(phone.heading('Keypad')).toBeHidden();
    await expect(phone.button('Keypad')).toBeFocused();
    await phone.page.keyboard.type('7');
    await phone.press('k');
    await expect(phone.page.getByRole('status').filter({ hasText: /^5#0\*19$/ })).toBeVisible();
  });

  // Once the browser has started the last tone, silence means that it was sent.
  await expect
    .poll(() =>
      phone.page.evaluate(() =>
        (window.offhookPeers ?? []).flatMap((peer) =>
          peer.getSenders().map(({ dtmf }) => dtmf?.toneBuffer ?? ''),
        ),
      ),
    )
    .not.toContainEqual(expect.stringMatching(/./));
  await partyHearsNothing(product, ECHO);
  await phone.button('Hang Up').click();
  await phone.markContacted();
  await phone.button('Done').click();
  const { agent, lead, rate } = await downloadRecording(
    phone,
    product,
    await findRecordedRow(phone, 'Echo Valley'),
  );
  const sent = detectDigits(agent, rate);
  // No key is pressed twice in a row, so a repeated digit is one tone split by a pause on a slow machine.
  const keys = (heard: readonly { readonly digit: string }[]) =>
    heard
      .map(({ digit }) => digit)
      .join('')
      .replace(/(.)\1+/g, '$1');
  expect(keys(sent)).toBe('5#0*19');
  expect(keys(detectDigits(lead, rate))).toBe('5#0*19');
  // Typed without delay: the gaps are the SDK's pauses.
  const typed = sent.slice(sent.findIndex(({ digit }) => digit === '0'));
  for (const [index, { digit, from }] of typed.entries()) {
    const before = typed[index - 1];
    if (before && before.digit !== digit) expect(from - before.to).toBeGreaterThanOrEqual(100);
  }
});

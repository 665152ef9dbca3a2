import { expect, type Phone, party, partyHearsNothing, test } from '../phone.ts';
import { type Product, until } from '../product.ts';
import { digitsIn } from '../tones.ts';
import { readWav } from '../wav.ts';

/** It sends back what it hears: what comes from it has reached it. */
const ECHO = '+14155550106';

/** The two sides of the agent's last call, once its recording is stored. */
async function recordingOf(phone: Phone, product: Product, name: string) {
  const row = phone.page.getByRole('row').filter({ hasText: name }).first();
  const address = await until(async () => {
    await phone.navigation.getByRole('button', { name: 'History' }).click();
    await expect(phone.heading('Call History')).toBeVisible();
    const found = await row
      .locator('audio')
      .getAttribute('src', { timeout: 1_500 })
      .catch(() => null);
    if (found === null) await phone.button('Close').click();
    return found;
  }, 'the recording');
  const answer = await phone.context.request.get(new URL(address, product.url).href);
  const { channels, rate } = readWav(await answer.body());
  const [agent, lead] = channels;
  if (!agent || !lead) throw new Error('the recording has one channel');
  return { agent, lead, rate };
}

test('digits of the keypad and of the keyboard reach the other party, a pause after each', async ({
  phone,
  product,
}) => {
  await phone.newCall(ECHO, { first: 'Echo', last: 'Valley' });
  await phone.talks();
  await party(product, ECHO);
  await phone.hearsSpeech();
  // Nothing of the agent's own voice beside the tones.
  await phone.button('Mute').click();
  await phone.button('Keypad').click();
  await expect(phone.heading('Keypad')).toBeVisible();
  await phone.button('5').click();
  await phone.button('#').click();
  await phone.page.keyboard.type('0*19');
  await expect(phone.page.getByRole('status').filter({ hasText: /^5#0\*19$/ })).toBeVisible();

  await test.step('closed, the keyboard sends nothing', async () => {
    await phone.press('Escape');
    await expect(phone.heading('Keypad')).toBeHidden();
    await expect(phone.button('Keypad')).toBeFocused();
    await phone.page.keyboard.type('7');
    await phone.press('k');
    await expect(phone.page.getByRole('status').filter({ hasText: /^5#0\*19$/ })).toBeVisible();
  });

  // The last tone is out when nothing more comes.
  await partyHearsNothing(product, ECHO);
  await phone.button('Hang Up').click();
  await phone.button('Contacted').click();
  await phone.button('Skip').click();
  await phone.button('Done').click();
  const { agent, lead, rate } = await recordingOf(phone, product, 'Echo Valley');
  const sent = digitsIn(agent, rate);
  // No key comes twice in a row: what looks so is one tone, and a machine that stood still for a moment.
  const keys = (heard: readonly { readonly digit: string }[]) =>
    heard
      .map(({ digit }) => digit)
      .join('')
      .replace(/(.)\1+/g, '$1');
  expect(keys(sent)).toBe('5#0*19');
  expect(keys(digitsIn(lead, rate))).toBe('5#0*19');
  // Typed at once: it is the pause that stands between them.
  const typed = sent.slice(sent.findIndex(({ digit }) => digit === '0'));
  for (const [index, { digit, from }] of typed.entries()) {
    const before = typed[index - 1];
    if (before && before.digit !== digit) expect(from - before.to).toBeGreaterThanOrEqual(100);
  }
});

import { expect, findParty, LEAD, partyHears, SPEECH, test, waitForHangUps, whoHearsWhom } from '../phone.ts';
import { waitUntil } from '../product.ts';

test('a lead on hold hears music and the agent hears nothing; Resume reconnects them, and Hang Up ends a held call', async ({
  phone,
  product,
}) => {
  await phone.talkTo(LEAD, { first: 'Holly', last: 'Held' });
  await phone.hearsSpeech();
  await partyHears(product, LEAD, (level) => level > SPEECH, 'the lead to hear the agent');

  await phone.button('Hold').click();
  await expect(phone.button('Resume')).toBeVisible();
  await expect(phone.heading('On hold')).toBeVisible();
  await waitUntil(async () => (await whoHearsWhom(product))[LEAD]?.length === 0, 'the lead to hear no one');
  await partyHears(product, LEAD, (level) => level > SPEECH, 'the lead to hear music');
  await phone.hearsNothing();

  await phone.press('h');
  await expect(phone.button('Hold')).toBeVisible();
  await expect(phone.heading('On call')).toBeVisible();
  await phone.hearsSpeech();
  await waitUntil(
    async () => (await whoHearsWhom(product))[LEAD]?.length === 1,
    'the lead to hear the agent again',
  );

  await phone.button('Hold').click();
  await expect(phone.button('Resume')).toBeVisible();
  await phone.hangUp();
  await waitForHangUps(product);
});

test("a Hold that fails silently shows 'Resume', and Resume repairs it", async ({ phone, product }) => {
  await phone.talkTo(LEAD);
  await findParty(product, LEAD);
  // The request never reaches the server.
  await phone.page.route('**/hold', (route) => route.abort());
  await phone.button('Hold').click();
  await expect(phone.button('Resume')).toBeVisible();
  await expect(phone.page.getByRole('alert')).toHaveCount(0);
  await expect(phone.page.getByRole('alertdialog')).toHaveCount(0);
  await phone.button('Resume').click();
  await expect(phone.button('Hold')).toBeVisible();
  await phone.hearsSpeech();
  await phone.hangUp();
  await waitForHangUps(product);
});

import { expect, findParty, LEAD, partyHears, SPEECH, test, waitForHangUps, whoHearsWhom } from '../phone.ts';
import { waitUntil } from '../product.ts';

test('a parked lead hears music until a colleague picks up, and then both talk', async ({
  phone,
  other,
  product,
}) => {
  await phone.talkTo(LEAD, { first: 'Pia', last: 'Parked' });
  const party = await findParty(product, LEAD);
  // The server offers it once the lead has answered.
  await expect(phone.button('Park')).toBeEnabled();
  await phone.press('p');
  await expect(phone.heading('Call Result')).toBeVisible();
  await phone.markContacted();
  await phone.button('Done').click();
  await phone.ready();
  await partyHears(product, LEAD, (level) => level > SPEECH, 'the lead to hear music');

  for (const [one, by] of [
    [phone, 'you'],
    [other, 'Ann Reyes'],
  ] as const) {
    const card = one.page.getByRole('region', { name: 'Parked: Pia Parked' });
    await expect(card).toContainText(new RegExp(`\\d:\\d\\d · parked by ${by}`));
  }
  await other.page.getByRole('button', { name: 'Pick up' }).click();
  await expect(phone.page.getByRole('region', { name: 'Parked: Pia Parked' })).toHaveCount(0);
  await other.talks();
  await waitUntil(
    async () => (await whoHearsWhom(product))[LEAD]?.length === 1,
    'the lead to hear the colleague',
  );
  await other.hearsSpeech();
  expect((await findParty(product, LEAD)).call_sid).toBe(party.call_sid);
  await other.hangUp();
  await waitForHangUps(product);
});

test('a parked lead who hangs up disappears from every phone', async ({ phone, other, product }) => {
  await phone.talkTo(LEAD, { first: 'Pia', last: 'Gone' });
  await phone.button('Park').click();
  const cards = [phone, other].map((one) => one.page.getByRole('region', { name: 'Parked: Pia Gone' }));
  await expect(other.page.getByRole('region', { name: 'Parked: Pia Gone' })).toBeVisible();
  await phone.markContacted();
  await phone.button('Done').click();
  await product.endCalls();
  for (const card of cards) await expect(card).toHaveCount(0);
  await waitForHangUps(product);
});

test('the agent who parked a lead picks it up from Call Result, and gives the result at the end', async ({
  phone,
  product,
}) => {
  await phone.talkTo(LEAD, { first: 'Pia', last: 'Back' });
  await phone.button('Park').click();
  await expect(phone.heading('Call Result')).toBeVisible();
  const card = phone.page.getByRole('region', { name: 'Parked: Pia Back' });
  await expect(card).toContainText('parked by you');
  await phone.press('p');
  await phone.talks();
  await waitUntil(
    async () => (await whoHearsWhom(product))[LEAD]?.length === 1,
    'the lead to hear the agent again',
  );
  await phone.hangUp();
  await phone.markContacted();
  await waitForHangUps(product);
});

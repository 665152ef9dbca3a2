import { expect, findParty, partyHears, SPEECH, test } from '../phone.ts';
import { waitUntil } from '../product.ts';

const FORM = '+14155550237';
const LEAD = '+14155550233';

test('a lead from a form rings the phone with its card, and only Call dials the lead', async ({
  phone,
  product,
}) => {
  const { status, body } = await product.postLead({
    phone_number: FORM,
    fname: 'Ada',
    lname: 'Form',
    company: 'Acme',
    category: 'Solar',
  });
  expect(status).toBe(200);
  expect(body.outcome).toBe('ringing now');
  await expect(phone.heading('Incoming Lead!')).toBeVisible();
  await expect(phone.page.getByText('Ada Form from Acme, Solar')).toBeVisible();
  expect((await product.lines()).filter((line) => line.kind === 'carrier')).toEqual([]);

  await phone.button('Call').click();
  await expect(phone.status).toHaveText(/^\d\d:\d\d$/);
  await findParty(product, FORM);
  await phone.hearsSpeech();
  await partyHears(product, FORM, (level) => level > SPEECH, 'the lead to hear the agent');
  await product.hangUp(FORM);
  await expect(phone.heading('Call Result')).toBeVisible();
  await phone.markContacted();
  await phone.button('Done').click();
  await phone.ready();
});

test('two agents ring, one wins, and the other stops ringing without a result view', async ({
  phone,
  other,
  product,
}) => {
  await product.postLead({ phone_number: LEAD, fname: 'Two', lname: 'Agents' });
  await expect(phone.heading('Incoming Lead!')).toBeVisible();
  await expect(other.heading('Incoming Lead!')).toBeVisible();
  await waitUntil(() => other.isRingPlaying(), 'the other phone to play the ring');
  await phone.button('Call').click();
  await expect(other.navigation).toBeVisible();
  expect(await other.isRingPlaying()).toBe(false);
  await other.waitForText('Taken by Ann Reyes');
  await expect(other.heading('Call Result')).toBeHidden();
  await phone.hearsSpeech();
  await phone.hangUp();
  await expect(other.navigation).toBeVisible();
});

test('a lead that the agent ignores stops ringing', async ({ phone, product }) => {
  await product.postLead({ phone_number: '+14155550141', fname: 'Ig', lname: 'Nored' });
  await expect(phone.heading('Incoming Lead!')).toBeVisible();
  await phone.button('Ignore').click();
  await expect(phone.navigation).toBeVisible();
  await waitUntil(async () => (await product.lines()).length === 0, 'the ring to end');
});

import { expect, test } from '../phone.ts';

const PERSON = '+14155550100';
const MAILBOX = '+14155550103';

test('an answering machine is detected, and Voicemail is the suggested result', async ({ phone }) => {
  await phone.talkTo(MAILBOX, { first: 'Mia', last: 'Mailbox' });
  await phone.waitForText('Ringing…');
  await expect(phone.page.getByText(/^Answered \d:\d\d ago$/)).toBeVisible();
  await expect(phone.page.getByText('Voicemail reached', { exact: true }).last()).toBeVisible();
  await expect(phone.button('Hold')).toBeEnabled();
  await phone.hangUp();
  await expect(phone.button('Voicemail')).toContainText('Suggested');
});

test('a person who says a few words isn’t taken for an answering machine', async ({ phone, product }) => {
  await phone.newCall(PERSON, { first: 'Pia', last: 'Person' });
  await expect.poll(() => product.log, { timeout: 30_000 }).toContain('"answeredBy":"human"');
  await expect(phone.page.getByText(/^Answered \d:\d\d ago$/)).toBeVisible();
  await phone.button('Hang Up').click();
  await expect(phone.button('Contacted')).toContainText('Suggested');
});

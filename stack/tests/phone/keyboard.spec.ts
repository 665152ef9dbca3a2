import { expect, findParty, partyHears, SPEECH, test } from '../phone.ts';
import { waitUntil } from '../product.ts';

const LEAD = '+14155550231';

test('a call needs no mouse: login, ring, mute, hold, hang up, result, note, next call', async ({
  phone,
  product,
}) => {
  const { page } = phone;
  const press = (key: string) => phone.press(key);
  await product.postLead({ phone_number: LEAD, fname: 'No', lname: 'Mouse' });
  await expect(page.getByRole('alertdialog', { name: 'Incoming Lead!' })).toBeFocused();
  await press('Enter');
  await expect(phone.status).toHaveText(/^\d\d:\d\d$/);
  await findParty(product, LEAD);
  await phone.hearsSpeech();

  await press('m');
  await expect(phone.button('Muted')).toBeVisible();
  await press('m');
  await expect(phone.button('Mute')).toBeVisible();
  await partyHears(product, LEAD, (level) => level > SPEECH, 'the lead to hear the agent');
  await expect(phone.button('Hold')).toBeEnabled();
  await press('h');
  await expect(phone.button('Resume')).toBeVisible();
  await press('h');
  await expect(phone.button('Hold')).toBeVisible();
  await press('k');
  await expect(page.getByRole('heading', { name: 'Keypad' })).toBeVisible();
  await press('5');
  await press('Escape');
  await expect(page.getByRole('heading', { name: 'Keypad' })).toBeHidden();

  await press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await press('Escape');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeHidden();

  await press('e');
  await expect(phone.heading('Call Result')).toBeVisible();
  await press('1');
  await expect(phone.heading('Tags & Stages')).toBeVisible();
  await press('1');
  await expect(phone.heading('Thank you!')).toBeVisible();
  await press('n');
  await page.keyboard.type('Said yes.');
  await press('Control+Enter');
  await phone.ready();
  await waitUntil(async () => (await product.lines()).length === 0, 'the lead to be hung up');

  await press('c');
  await page.getByLabel('Phone Number').focus();
  await page.keyboard.type('4155550100');
  await press('Enter');
  await expect(phone.button('Hang Up')).toBeVisible();
  await findParty(product, '+14155550100');
  await press('e');
  await expect(phone.heading('Call Result')).toBeVisible();
});

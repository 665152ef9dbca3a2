import { expect, Phone, test } from '../phone.ts';
import { waitUntil } from '../product.ts';

test('on a break, leads ring the colleague, and another tab and the board follow; a break chosen in a call starts after it and never cuts it', async ({
  browser,
  phone,
  other,
  product,
}) => {
  test.slow();
  const second = await Phone.beside(phone, product.url);
  await second.ready();
  const board = await Phone.visit(browser, product.url, '/admin/');
  await board.signIn('supervisor@demo.test');
  const tile = board.row('Ann Reyes').first();
  await expect(tile).toHaveAttribute('data-state', 'available');

  await phone.press('b');
  await phone.page.getByRole('menuitemradio', { name: /^Break/ }).click();
  for (const tab of [phone, second]) await expect(tab.heading('On break')).toBeVisible();
  await expect(tile).toContainText('Break');
  await product.postLead({ phone_number: '+14155550251', fname: 'Bea', lname: 'Break' });
  await expect(other.heading('Incoming Lead!')).toBeVisible();
  await expect(phone.heading('On break')).toBeVisible();
  await other.button('Ignore').click();
  await other.ready();
  await phone.page.reload();
  await expect(phone.heading('On break')).toBeVisible();

  await second.button('Go available').click();
  for (const tab of [phone, second]) await expect(tab.heading('Ready for calls')).toBeVisible();
  await phone.ready();

  // Either tab may have become the phone when the first was reloaded, and has the sound.
  const energy = async () => (await phone.receivedEnergy()) + (await second.receivedEnergy());
  const hearsSpeech = async () => {
    const before = await energy();
    await waitUntil(async () => (await energy()) > before + 0.001, 'a tab to hear speech');
  };
  await phone.newCall('+14155550253', { first: 'Cora', last: 'Call' });
  await hearsSpeech();
  await phone.press('b');
  await phone.page.getByRole('menuitemradio', { name: /^Lunch/ }).click();
  await expect(tile).toContainText('Lunch after this call');
  await phone.press('b');
  await expect(phone.page.getByRole('menuitemradio', { name: /^Lunch/ })).toContainText('After this call');
  await phone.press('Escape');
  await hearsSpeech();
  await phone.hangUp();
  await phone.markContacted();
  await phone.button('Done').click();
  await expect(phone.heading('At lunch')).toBeVisible();
  await expect(tile).toContainText('Lunch');
  await product.postLead({ phone_number: '+14155550252', fname: 'Lu', lname: 'Lunch' });
  await expect(other.heading('Incoming Lead!')).toBeVisible();
  await expect(phone.heading('At lunch')).toBeVisible();
  await other.button('Ignore').click();
  await phone.button('Go available').click();
  await expect(phone.heading('Ready for calls')).toBeVisible();
  await board.close();
});

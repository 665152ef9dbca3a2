import { expect, test } from './phone.ts';
import { until } from './product.ts';

/** Busy: the call is over at once, and its result is asked for. */
const BUSY = '+14155550102';

test('a result by its key leads to the text, and Retry calls the lead again by the normal way', async ({
  phone,
  product,
}) => {
  await phone.newCall(BUSY, { first: 'Rita', last: 'Retry' });
  await expect(phone.heading('Call Result')).toBeVisible();
  // No view has an address of its own.
  await expect(phone.page).toHaveURL(`${product.url}/`);
  for (const name of ['Contacted', 'Voicemail', 'Missed', 'Remove', 'Retry', 'SMS']) {
    await expect(phone.button(name)).toBeEnabled();
  }
  const retried = phone.page.waitForRequest((request) => request.url().endsWith('/api/v1/calls/twilio'));
  await phone.page.keyboard.press('r');
  expect((await retried).postDataJSON()).toEqual({ fname: 'Rita', lname: 'Retry', phone_number: BUSY });
  await expect(phone.heading('Incoming Lead!')).toBeVisible();
  await expect(phone.heading('Rita Retry')).toBeVisible();
  await phone.button('Call').click();
  await expect(phone.heading('Call Result')).toBeVisible();

  const chosen = phone.page.waitForRequest((request) => request.url().endsWith('/disposition'));
  await phone.page.keyboard.press('2');
  expect((await chosen).postDataJSON()).toEqual({ status: 'voicemail' });
  await expect(phone.heading('Send SMS')).toBeVisible();
  await phone.page.keyboard.press('Escape');
  await expect(phone.heading('Thank you!')).toBeVisible();
  await phone.page.keyboard.press('Enter');
  await phone.ready();
});

test('a result and a note without a network are kept over a reload, and arrive once it is back', async ({
  phone,
}) => {
  const { page } = phone;
  await phone.newCall(BUSY, { first: 'Otto', last: 'Offline' });
  await expect(phone.heading('Call Result')).toBeVisible();
  const given = /\/(disposition|notes)$/;
  await page.route(given, (route) => route.abort('internetdisconnected'));
  await phone.button('Contacted').click();
  await expect(phone.heading('Tags & Stages')).toBeVisible();
  await expect(page.getByText('Saved, will be sent').last()).toBeVisible();
  await phone.button('Skip').click();
  await phone.button('Add Note').click();
  await page.getByRole('textbox', { name: 'Add Note' }).fill('Call back in May');
  await phone.button('Save').click();
  await expect(phone.navigation).toBeVisible();
  await expect(page.getByText('Saved, will be sent').last()).toBeVisible();

  await page.reload();
  await phone.ready();
  await expect(page.getByText('Saved, will be sent').last()).toBeVisible();
  const arrived: unknown[] = [];
  page.on('response', (response) => {
    if (given.test(response.url()) && response.ok()) arrived.push(response.request().postDataJSON());
  });
  await page.unroute(given);
  await until(() => arrived.length === 2, 'both to arrive');
  expect(arrived).toMatchObject([{ status: 'contacted' }, { content: 'Call back in May' }]);
  await expect(page.getByText('Saved, will be sent')).toHaveCount(0);
});

import { expect, test } from './phone.ts';

/** Busy: the call is over at once, and its result is asked for. */
const BUSY = '+14155550102';
/** Answers, and hangs up after 3 s. */
const SHORT = '+14155550105';

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
  await expect(phone.page.getByText('Line was busy')).toBeVisible();
  await expect(phone.page.getByText("Rita's phone did not ring.")).toBeVisible();
  await expect(phone.button('Missed')).toContainText('Likely');
  const retried = phone.page.waitForRequest((request) => request.url().endsWith('/api/v1/calls/twilio'));
  await phone.press('r');
  expect((await retried).postDataJSON()).toEqual({ fname: 'Rita', lname: 'Retry', phone_number: BUSY });
  await expect(phone.heading('Incoming Lead!')).toBeVisible();
  await expect(phone.heading('Rita Retry')).toBeVisible();
  await phone.button('Call').click();
  await expect(phone.heading('Call Result')).toBeVisible();

  const chosen = phone.page.waitForRequest((request) => request.url().endsWith('/disposition'));
  await phone.press('2');
  expect((await chosen).postDataJSON()).toEqual({ status: 'voicemail' });
  await expect(phone.heading('Send SMS')).toBeVisible();
  await phone.press('Escape');
  await expect(phone.heading('Thank you!')).toBeVisible();
  await phone.press('Enter');
  await phone.ready();
});

test('keys that were meant for the call do nothing in its result, and Remove by its key is asked about', async ({
  phone,
}) => {
  const { page } = phone;
  const given: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/disposition')) given.push(request.postDataJSON());
  });
  await phone.newCall(SHORT, { first: 'Kay', last: 'Keypad' });
  await expect(page.getByText(/^Answered/)).toBeVisible();
  await phone.button('Keypad').click();
  // Held while the lead hangs up.
  await page.keyboard.down('4');
  await expect(phone.heading('Call Result')).toBeVisible();
  await page.keyboard.down('4');
  await page.keyboard.press('1');
  await expect(page.locator('html')).toHaveAttribute('data-deaf');
  await page.keyboard.up('4');
  await phone.press('4');
  const question = page.getByRole('alertdialog', {
    name: 'Remove Kay Keypad? They will not be called again.',
  });
  await expect(question).toBeVisible();
  await page.keyboard.press('3');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  expect(given).toEqual([]);
  await phone.press('1');
  await expect(page.getByText('Marked Contacted')).toBeVisible();
  expect(given).toEqual([{ status: 'contacted' }]);
});

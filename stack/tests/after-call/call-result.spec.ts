import { expect, test } from '../phone.ts';

/** Answers and hangs up after 3 s. */
const SHORT = '+14155550105';

test('call shortcuts do nothing in the result view, and Remove by key asks for confirmation', async ({
  phone,
}) => {
  const { page } = phone;
  const results: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/disposition')) results.push(request.postDataJSON());
  });
  await phone.newCall(SHORT, { first: 'Kay', last: 'Keypad' });
  await expect(page.getByText(/^Answered/)).toBeVisible();
  await phone.button('Keypad').click();
  // The lead hangs up during hold.
  await page.keyboard.down('4');
  await expect(phone.heading('Call Result')).toBeVisible();
  await page.keyboard.down('4');
  await page.keyboard.press('1');
  await expect(page.locator('html')).toHaveAttribute('data-keys-ignored');
  await page.keyboard.up('4');
  await phone.press('4');
  const question = page.getByRole('alertdialog', {
    name: 'Remove Kay Keypad? They won’t be called or texted again.',
  });
  await expect(question).toBeVisible();
  await page.keyboard.press('3');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  expect(results).toEqual([]);
  await phone.press('1');
  await expect(page.getByText('Marked as contacted')).toBeVisible();
  expect(results).toEqual([{ status: 'contacted' }]);
});

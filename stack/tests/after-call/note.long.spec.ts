import { BUSY, expect, test } from '../phone.ts';

test('a note that fails to save keeps its text, and Save and Skip both return to waiting', async ({
  phone,
}) => {
  const { page } = phone;
  const note = page.getByRole('textbox', { name: 'Add Note' });
  await phone.newCall(BUSY, { first: 'Nora', last: 'Note' });
  await phone.button('Missed').click();
  await phone.button('Cancel').click();
  await expect(phone.heading('Thank you!')).toBeVisible();
  await phone.press('n');
  await expect(note).toBeFocused();
  await expect(phone.button('Save')).toBeDisabled();
  await note.fill('   ');
  await expect(phone.button('Save')).toBeDisabled();
  await note.fill('Asked for the price list.');
  await page.route('**/api/v1/notes', (route) =>
    route.fulfill({ status: 500, contentType: 'text/html', body: '<html>Internal error</html>' }),
  );
  await phone.button('Save').click();
  await expect(page.locator('strong', { hasText: 'Something went wrong. Please try again.' })).toBeVisible();
  await expect(note).toHaveValue('Asked for the price list.');
  await page.unroute('**/api/v1/notes');
  const saved = page.waitForResponse((response) => response.url().endsWith('/api/v1/notes'));
  await phone.press('Control+Enter');
  expect(await (await saved).json()).toMatchObject({
    success: true,
    note: { content: 'Asked for the price list.' },
  });
  await phone.ready();

  await phone.newCall(BUSY);
  await phone.button('Missed').click();
  await phone.button('Cancel').click();
  await phone.button('Add Note').click();
  await phone.press('Escape');
  await phone.ready();
});

import { expect, LEAD, MAIN_LINE, test } from '../phone.ts';

test('a note that is being typed when an inbound call ends goes on, and no key of it acts', async ({
  phone,
  product,
}) => {
  const { page } = phone;
  await page.setViewportSize({ width: 1280, height: 800 });
  await product.callIn(LEAD, MAIN_LINE);
  await phone.button('Accept').click();
  await expect(phone.status).toHaveText(/^\d\d:\d\d$/);
  const note = page.getByRole('textbox', { name: 'Note', exact: true });
  await phone.press('n');
  await expect(note).toBeFocused();
  await page.keyboard.type('Calls back ');
  await product.hangUp(LEAD);
  await expect(phone.heading('Thank you!')).toBeVisible();
  await page.keyboard.type('on Monday,');
  await page.keyboard.press('Enter');
  await page.keyboard.type('not at 9');
  await expect(note).toHaveValue('Calls back on Monday,\nnot at 9');
  await expect(note).toBeFocused();
  await page.keyboard.press('Escape');
  const saved = page.waitForResponse((response) => response.url().endsWith('/api/v1/notes'));
  await phone.press('Enter');
  expect(await (await saved).json()).toMatchObject({ note: { content: 'Calls back on Monday,\nnot at 9' } });
  await phone.ready();
});

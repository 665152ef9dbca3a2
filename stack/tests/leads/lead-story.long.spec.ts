import { expect, type Phone, test } from '../phone.ts';
import { waitUntil } from '../product.ts';
import { findRecordedRow } from '../recordings.ts';

const PHONE = '+14155550236';
const PERSON = { phone_number: PHONE, fname: 'Dana', lname: 'Whitlock', company: 'Whitlock Bakery' };
const FORM = {
  category: 'Solar',
  form: 'Solar form',
  fields: { Roof: 'Flat, 12 years old', 'Power bill': '$640 a month' },
};
const NOTE = 'Wants a quote for the flat roof.';

const pane = ({ page }: Phone) => page.locator('[data-lead-pane]');

test('the second call to a lead shows the first one’s note, form and recording before Accept', async ({
  phone,
  other,
  product,
}) => {
  const { page } = phone;
  for (const one of [phone, other]) await one.page.setViewportSize({ width: 1280, height: 800 });
  await product.postLead({ ...PERSON, ...FORM });
  await expect(phone.heading('Incoming Lead!')).toBeVisible();
  await expect(pane(phone).getByText('No notes yet.')).toBeVisible();
  await expect(pane(phone).getByText('1st call', { exact: true })).toBeVisible();
  await expect(pane(phone).getByText('Flat, 12 years old')).toBeVisible();
  await phone.button('Call').click();
  await phone.hearsSpeech();
  // A call that ends at once may have no recording.
  await expect(phone.status).toHaveText(/0:0[3-9]|0:[1-5]\d/);

  await pane(phone).getByRole('tab', { name: 'Script' }).click();
  await expect(pane(phone).getByText('Hi Dana, this is Ann Reyes from Harbor')).toBeVisible();
  await phone.press('n');
  const note = page.getByRole('textbox', { name: 'Note', exact: true });
  await expect(note).toBeFocused();
  await page.keyboard.type(NOTE);
  await expect(page.getByRole('status').getByText('Saved')).toBeVisible();
  await page.keyboard.press('Escape');

  await phone.hangUp();
  await phone.markContacted();
  const saved = page.waitForResponse((response) => response.url().endsWith('/api/v1/notes'));
  await phone.button('Done').click();
  expect(await (await saved).json()).toMatchObject({ note: { content: NOTE } });
  await phone.ready();
  await expect(page.getByText('Unfinished note')).toBeHidden();

  // The phone reads the story once per call, so the recording must be stored before the next ring.
  await findRecordedRow(phone, 'Dana Whitlock');
  await phone.button('Close').click();
  await product.postLead(PERSON);
  for (const one of [phone, other]) {
    await expect(one.heading('Incoming Lead!')).toBeVisible();
    await expect(pane(one).getByText('2nd call', { exact: true })).toBeVisible();
    await expect(pane(one).getByText(NOTE).first()).toBeVisible();
    await expect(pane(one).getByText('$640 a month')).toBeVisible();
  }
  const play = pane(phone).getByRole('button', { name: /^Play / });
  await play.click();
  await waitUntil(
    () => page.evaluate(() => [...document.querySelectorAll('audio')].some((one) => one.currentTime > 0.3)),
    'the recording to play',
  );
  await expect(pane(other).getByText('1st call', { exact: true })).toBeVisible();
  await expect(pane(other).getByRole('button', { name: /^Play / })).toBeHidden();

  await phone.button('Call').click();
  await expect(pane(phone).getByText('Next call')).toBeVisible();
  await waitUntil(
    () => page.evaluate(() => [...document.querySelectorAll('audio')].every((one) => one.paused)),
    'the recording to pause',
  );
  await page.setViewportSize({ width: 380, height: 720 });
  await page.getByRole('radio', { name: 'Lead' }).check();
  await expect(page.getByText(NOTE).first()).toBeVisible();
  await phone.button('Hold').click();
  await expect(phone.button('Resume')).toBeVisible();
  await phone.hangUp();
});

import { BUSY, expect, Phone, test } from '../phone.ts';

const LEAD = '+14155550239';

test('the first-day guide leads a new agent, gives way to a ring, and is skipped and started over', async ({
  own,
  browser,
}) => {
  await own.start();
  const phone = await Phone.visit(browser, own.url);
  const { page } = phone;
  await phone.login('agent@9920.test');
  const guide = page.getByRole('region', { name: 'Your first day' });
  const step = (name: string) => guide.getByRole('heading', { name, exact: true });
  const done = guide.getByText('Done', { exact: true });

  await expect(step('Check your sound')).toBeVisible();
  await expect(done).toBeHidden();
  await phone.button('Open the sound check').click();
  await expect(phone.heading('Settings')).toBeVisible();
  await page.getByRole('button', { name: /^Record \d s and play back$/ }).click();
  await expect(page.getByText('Playing your recording.')).toBeVisible();
  await phone.press('Escape');
  await expect(done).toBeVisible();
  await phone.button('Next step').click();
  await expect(step('Notice every ring')).toBeVisible();
  await phone.button('Next step').click();
  await expect(step('Be available')).toBeVisible();
  await expect(done).toBeVisible();

  await own.postLead({ phone_number: LEAD, fname: 'Greta', lname: 'Guide' }, 9920);
  await expect(page.getByRole('alertdialog', { name: 'Incoming Lead!' })).toBeFocused();
  await expect(guide).toBeHidden();
  await phone.press('Escape');
  await phone.ready();
  await expect(step('Be available')).toBeVisible();
  await phone.reload();
  await expect(step('Be available')).toBeVisible();

  await phone.button('Next step').click();
  await expect(step('Take your first call')).toBeVisible();
  await expect(done).toBeHidden();
  await phone.newCall(BUSY, { first: 'Gil', last: 'Guide' });
  await phone.button('Contacted').click();
  await phone.button('Done').click();
  await expect(step('Take your first call')).toBeVisible();
  await expect(done).toBeVisible();

  await phone.button('Skip the guide').click();
  await expect(guide).toBeHidden();
  await phone.reload();
  await phone.press('?');
  await phone.button('First-day guide').click();
  await expect(step('Check your sound')).toBeVisible();
  await phone.button('Skip the guide').click();
  await phone.close();

  const elsewhere = await Phone.visit(browser, own.url);
  const calls = elsewhere.page.waitForResponse(/mycalls/);
  await elsewhere.login('agent@9920.test');
  await calls;
  await expect(elsewhere.page.getByRole('region', { name: 'Your first day' })).toBeHidden();
  await elsewhere.close();
});

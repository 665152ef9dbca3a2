import { BUSY, expect, test } from '../phone.ts';

test("Contacted opens the profile's tags in their colors; a key sends a tag, and Escape sends none", async ({
  phone,
}) => {
  const { page } = phone;
  await phone.newCall(BUSY, { first: 'Tilda', last: 'Tag' });
  await phone.button('Contacted').click();
  await expect(phone.heading('Tags & Stages')).toBeVisible();
  const tags = page.locator('[data-view="disposition2"] [data-part="content"] button');
  expect(await tags.count()).toBeGreaterThan(1);
  const colors = await tags.evaluateAll((all) => all.map((tag) => getComputedStyle(tag).backgroundColor));
  expect(new Set(colors).size).toBe(colors.length);
  expect(colors).not.toContain('rgba(0, 0, 0, 0)');

  const sent = page.waitForResponse((response) => response.url().endsWith('/disposition2'));
  await phone.press('1');
  const response = await sent;
  expect(response.status()).toBe(200);
  expect(Object.keys(response.request().postDataJSON())).toEqual(['key']);
  await expect(phone.heading('Thank you!')).toBeVisible();
  await phone.button('Done').click();

  await phone.newCall(BUSY);
  await phone.button('Contacted').click();
  await expect(phone.heading('Tags & Stages')).toBeVisible();
  await phone.press('Escape');
  await expect(phone.heading('Thank you!')).toBeVisible();
});

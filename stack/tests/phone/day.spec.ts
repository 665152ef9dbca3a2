import { BUSY, expect, type Phone, test } from '../phone.ts';

async function readFigure(phone: Phone, label: string): Promise<number> {
  const figure = phone.page.getByRole('complementary', { name: 'My day' }).getByText(label, { exact: true });
  await expect(figure).toBeVisible();
  return Number.parseInt((await figure.locator('xpath=following-sibling::dd').textContent()) ?? '', 10);
}

test('the agent’s day beside the waiting view counts the call that has just ended', async ({ phone }) => {
  await phone.page.setViewportSize({ width: 1280, height: 800 });
  const before = await readFigure(phone, 'Calls');
  await phone.newCall(BUSY, { first: 'Dana', last: 'Day' });
  await phone.markContacted();
  await phone.button('Done').click();
  await expect.poll(() => readFigure(phone, 'Calls')).toBe(before + 1);
  expect(await readFigure(phone, 'Contacted')).toBeGreaterThan(0);
});

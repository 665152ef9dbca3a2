import { expect, Phone, test } from '../phone.ts';

test('an administrator reads reports, goes back and forward through periods, changes a rate, and opens exactly the calls of a figure', async ({
  browser,
  own,
}) => {
  test.slow();
  await own.start();
  const admin = await Phone.visit(browser, own.url, '/admin/reports?range=last30&compare=none');
  const { page } = admin;
  await page.setViewportSize({ width: 1280, height: 800 });
  await admin.signIn('admin@demo.test');
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
  const figures = page.locator('dl').filter({ hasText: 'Missed by agents' });
  const calls = figures.locator('div').filter({ hasText: 'Calls' }).getByRole('link');
  await expect(calls).toHaveText(/^\d+$/);
  await expect(page.getByRole('group', { name: 'Calls by day' })).toBeVisible();

  await page.goto(`${own.url}/admin/reports?range=custom&from=2020-02-01&to=2020-02-29`);
  const isEmpty = page.getByText('No calls in this period.');
  await expect(isEmpty).toBeVisible();
  await page.getByRole('button', { name: 'Show last 30 days' }).click();
  await expect(page).toHaveURL(/\?range=last30$/);
  await expect(calls).toBeVisible();
  await page.goBack();
  await expect(isEmpty).toBeVisible();
  await page.goForward();
  await expect(calls).toBeVisible();
  await page.getByLabel('Team', { exact: true }).selectOption('Sales');
  await expect(page).toHaveURL(/team=\d+/);
  await page.reload();
  await expect(page.getByLabel('Team', { exact: true })).toHaveValue(/\d+/);
  await expect(calls).toBeVisible();

  await page.getByRole('button', { name: 'Edit rates' }).click();
  await page.getByLabel('Outbound, per minute').fill('2.5');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('row', { name: /^Outbound, minutes/ })).toContainText('$2.50');

  const count = await calls.textContent();
  await calls.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Calls' })).toBeVisible();
  await expect(page.getByRole('link', { name: new RegExp(`^Export ${count} calls?$`) })).toBeVisible();
  expect(admin.console.filter((line) => /Content Security Policy/.test(line))).toEqual([]);
  await admin.close();
});

import { readFileSync } from 'node:fs';
import { expect, Phone, test } from '../phone.ts';

test('the filters of the list of calls are in its address, and the export downloads the filtered rows', async ({
  browser,
  product,
}) => {
  const phone = await Phone.visit(browser, product.url, '/admin/calls');
  const { page } = phone;
  await page.setViewportSize({ width: 1280, height: 800 });
  await phone.signIn('supervisor@demo.test');
  await page.getByLabel('Result', { exact: true }).selectOption('Contacted');
  await expect(page).toHaveURL(/\?result=contacted$/);
  await page.getByRole('button', { name: 'More filters' }).click();
  await page.getByLabel('Direction', { exact: true }).selectOption('Outbound');
  await expect(page).toHaveURL(/direction=outbound/);
  const link = page.getByRole('link', { name: /^Export \d+ calls?$/ });
  const name = (await link.textContent()) ?? '';
  await page.goBack();
  await expect(page).toHaveURL(/\?result=contacted$/);
  await expect(page.getByLabel('Direction', { exact: true })).toHaveValue('');
  await page.goForward();
  await page.reload();
  await expect(page.getByLabel('Direction', { exact: true })).toHaveValue('outbound');
  await expect(page.getByLabel('Result', { exact: true })).toHaveValue('contacted');

  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name, exact: true }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^calls-\d{4}-\d\d-\d\d\.csv$/);
  const [head = '', ...lines] = readFileSync(await download.path(), 'utf8')
    .trimEnd()
    .split('\r\n');
  expect(head).toMatch(/^\uFEFFid,started_at,/);
  expect(`Export ${lines.length} ${lines.length === 1 ? 'call' : 'calls'}`).toBe(name);
  for (const line of lines) expect(line).toContain(',outbound,');
});

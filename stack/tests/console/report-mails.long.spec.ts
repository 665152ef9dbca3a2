import { startSmtpServer } from '@offhook/server/testing/servers/smtp';
import { findAccessibilityViolations } from '../../../design/tests/accessibility.mjs';
import { expect, Phone, test } from '../phone.ts';
import { Product, waitUntil } from '../product.ts';

let mails: Awaited<ReturnType<typeof startSmtpServer>>;
let product: Product;
test.beforeAll(async () => {
  mails = await startSmtpServer();
  product = new Product({ SMTP_URL: mails.url, MAIL_FROM: 'Offhook <offhook@example.com>' });
  await product.start();
});
test.afterAll(async () => {
  await product.dispose();
  await mails.stop();
});

test('a report with filters is scheduled, sent now, and its links lead to the same report and to stopping it', async ({
  browser,
}) => {
  const phone = await Phone.visit(browser, product.url, '/admin/reports?range=yesterday');
  const { page } = phone;
  await page.setViewportSize({ width: 1280, height: 900 });
  await phone.signIn('supervisor@demo.test');
  await page.getByLabel('Team', { exact: true }).selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Send by mail' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('How often').selectOption('daily');
  await dialog.getByRole('checkbox', { name: 'Alex Romero' }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Reports by mail', level: 1 })).toBeVisible();
  const row = page.getByRole('row', { name: /Every day at 8 AM/ });
  await expect(row).toContainText('Not sent yet');
  expect(await findAccessibilityViolations(page)).toEqual([]);

  await row.getByRole('button', { name: /^Send now/ }).click();
  const received = (email: string) => mails.received.find(({ to }) => to.includes(email));
  const mail = await waitUntil(() => received('supervisor@demo.test'), 'the mail of the report');
  await waitUntil(() => received('admin@demo.test'), 'the mail to the administrator');
  await expect(row).not.toContainText('Not sent yet');
  expect(mail.attachments[0]?.content).toContain('period,current,leads,');
  const [, leads = ''] = /^Leads: ([\d,]+)/m.exec(mail.text) ?? [];
  const [reportLink = '', stopLink = ''] = mail.text.match(/https?:\/\/\S+\/admin\/reports\S*/g) ?? [];

  await page.goto(reportLink);
  await expect(page.getByLabel('Team', { exact: true })).not.toHaveValue('');
  await expect(page.locator('main dl').first().locator('div').first()).toContainText(`Leads${leads}`);

  await page.goto(stopLink);
  await row.getByRole('button', { name: /^Stop for me/ }).click();
  await expect(row).not.toContainText('Sam Whitfield Sent');
  await expect(row.getByRole('button', { name: /^Stop for me/ })).toHaveCount(0);
  await phone.close();
});

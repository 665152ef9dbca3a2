import { startSmtpServer } from '@offhook/server/testing/servers/smtp';
import { findAccessibilityViolations } from '../../../design/tests/accessibility.mjs';
import { expect, PASSWORD, Phone, test } from '../phone.ts';
import { Product, waitUntil } from '../product.ts';
import { addPasskeyDevice, createPasskey, passkeyUrl } from './passkey-device.ts';

const EMAILS = ['ada', 'ben', 'chloe', 'dana', 'elif'].map((name) => `${name}@example.com`);
const NEW = 'a longer new password';

type Mails = Awaited<ReturnType<typeof startSmtpServer>>;

const linkTo = ({ received }: Mails, email: string) =>
  received
    .filter(({ to }) => to.includes(email))
    .map(({ text }) => /https?:\/\/\S+#[\w-]{43}/.exec(text)?.[0])
    .at(-1);

let mails: Mails;
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

const waitForLink = (email: string) => waitUntil(() => linkTo(mails, email), `a mail to ${email}`);

test('five people are invited in one step, and one follows the mail into the phone and logs in with a passkey', async ({
  browser,
}) => {
  const admin = await Phone.open(browser, product.url, 'admin@demo.test');
  const { page } = admin;
  await page.goto(`${product.url}/admin/agents`);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole('button', { name: 'Invite people' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email addresses').fill(EMAILS.join('\n'));
  await dialog.getByLabel('Role').selectOption('supervisor');
  await dialog.getByRole('checkbox').first().check();
  await dialog.getByRole('button', { name: 'Invite 5 people' }).click();
  await expect(dialog.getByRole('heading', { name: '5 people invited' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('table', { name: 'Invited' }).getByText('Mail sent')).toHaveCount(5);

  const invited = await Phone.visit(browser, product.url);
  await addPasskeyDevice(invited.page);
  await invited.page.goto(passkeyUrl(await waitForLink('ada@example.com')));
  await expect(invited.page.getByRole('heading', { name: 'Welcome to Offhook' })).toBeVisible();
  expect(await findAccessibilityViolations(invited.page)).toEqual([]);
  await invited.page.getByLabel('Full name').fill('Ada Form');
  await invited.page.getByLabel('New password').fill(NEW);
  await invited.page.getByRole('button', { name: 'Start' }).click();
  await expect(invited.navigation).toBeVisible();
  await expect(page.getByRole('link', { name: 'Ada Form' })).toBeVisible();
  await expect(page.getByRole('row', { name: /Ada Form/ })).toContainText('Supervisor');
  await expect(page.getByRole('table', { name: 'Invited' }).getByText('Mail sent')).toHaveCount(4);

  await invited.page.goto(`${passkeyUrl(product.url)}/apps/webrtc/security`);
  await createPasskey(invited.page, 'Ada’s laptop');
  await invited.button('I saved the codes').click();
  await invited.page.goto('about:blank');
  await invited.page.context().clearCookies();
  await invited.page.goto(`${passkeyUrl(product.url)}/apps/webrtc/login/passkey`);
  await invited.button('Use a passkey').click();
  await expect(invited.navigation).toBeVisible();
  await expect(page.getByRole('row', { name: /Ada Form/ })).toContainText('Available');

  const late = await Phone.visit(browser, product.url);
  await late.page.goto(await waitForLink('ada@example.com'));
  await expect(late.page.getByText('This link has expired or was already used.')).toBeVisible();
  for (const one of [late, invited, admin]) await one.close();
});

test('a forgotten password is changed with the link of a mail, from the login', async ({ browser }) => {
  const phone = await Phone.visit(browser, product.url);
  const { page } = phone;
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await page.getByLabel('Email').fill('plain@demo.test');
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByText('If a user has this email, we sent a link.')).toBeVisible();
  await page.goto(await waitForLink('plain@demo.test'));
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await page.getByLabel('New password').fill(NEW);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Your password is changed')).toBeVisible();
  await page.getByRole('link', { name: 'Log in' }).click();
  await phone.signIn('plain@demo.test', PASSWORD);
  await expect(page.getByText('Your login credentials are invalid.')).toBeVisible();
  await phone.signIn('plain@demo.test', NEW);
  await expect(phone.navigation).toBeVisible();
  await phone.close();
});

/** A website's form, from the set-up to a visitor in a browser. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, PASSWORD, Phone, test } from '../phone.ts';
import { Product } from '../product.ts';

const GUIDE = fileURLToPath(new URL('../../../docs/connect-your-form.md', import.meta.url));

const product = new Product();
/** The website's page; a test pastes HTML into it. */
let content = '';
const website = createServer((_request, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.end(`<!doctype html><html lang="en"><title>Offer</title><body>${content}</body></html>`);
});
const websiteUrl = () => `http://127.0.0.1:${(website.address() as AddressInfo).port}`;

// The second test sends the form that the first one created.
test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  await product.start();
  await new Promise<void>((resolve) => website.listen(0, '127.0.0.1', resolve));
});
test.afterAll(async () => {
  website.closeAllConnections();
  website.close();
  await product.dispose();
});

test('an administrator pastes the HTML of the set-up into a page, and a visitor corrects a number and is received', async ({
  browser,
}) => {
  test.slow();
  const admin = await Phone.visit(browser, product.url, '/admin/set-up');
  await admin.signIn('admin@demo.test', PASSWORD);
  await admin.button('Create web form').click();
  const form = admin.page.getByRole('dialog', { name: 'Create web form' });
  await form.getByLabel('Name').fill('Offer page');
  await form.getByLabel('Websites').fill(websiteUrl());
  await form.getByRole('button', { name: 'Create', exact: true }).click();
  content = (await admin.page.getByRole('dialog').locator('pre').textContent()) ?? '';
  await admin.button('Done').click();

  const visitor = await browser.newPage({ locale: 'es-MX' });
  await visitor.goto(websiteUrl());
  await visitor.getByLabel('First name').fill('Graciela');
  await visitor.getByLabel('Phone number').fill('12');
  await visitor.getByRole('button', { name: 'Send' }).click();
  await expect(visitor.getByRole('heading', { name: 'No se enviaron tus datos' })).toBeVisible();
  await visitor.goBack();
  await expect(visitor.getByLabel('First name')).toHaveValue('Graciela');
  await visitor.getByLabel('Phone number').fill('+1 415 555 0105');
  await visitor.getByRole('button', { name: 'Send' }).click();
  await expect(visitor.getByRole('heading', { name: 'Gracias' })).toBeVisible();
  await expect(admin.page.getByText(/^Received: Graciela/)).toBeVisible();
  await visitor.close();
  await admin.close();
});

test('the script of the guide keeps the form until its details were received', async ({ browser }) => {
  const [, script = ''] =
    /```js\n(document\.querySelector[\s\S]*?)```/.exec(readFileSync(GUIDE, 'utf8')) ?? [];
  content = `${content}<script>${script}</script>`;
  const visitor = await browser.newPage();
  const alerts: string[] = [];
  visitor.on('dialog', (dialog) => {
    alerts.push(dialog.message());
    void dialog.accept();
  });
  await visitor.goto(websiteUrl());
  const send = async (number: string) => {
    await visitor.getByLabel('Phone number').fill(number);
    await visitor.getByRole('button', { name: 'Send' }).click();
  };
  await send('12');
  await expect.poll(() => alerts).toEqual(['This phone number is too short.']);
  await visitor.context().setOffline(true);
  await send('+1 415 555 0105');
  await expect.poll(() => alerts).toHaveLength(2);
  expect(alerts[1]).toBe('Your details weren’t sent. Please try again.');
  await visitor.context().setOffline(false);
  await send('+1 415 555 0105');
  await expect(visitor.getByText('Thank you. We will call you.')).toBeVisible();
  await visitor.close();
});

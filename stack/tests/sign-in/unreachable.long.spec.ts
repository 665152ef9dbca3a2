import { expect, Phone, test } from '../phone.ts';

const UNREACHABLE = 'Can’t reach the server. Check your connection, then try again.';

test('the login and every sign-in page say that the server can’t be reached', async ({
  browser,
  product,
}) => {
  const visitor = await Phone.visit(browser, product.url);
  const { page, context } = visitor;
  const says = () => expect(page.getByText(UNREACHABLE, { exact: true })).toBeVisible();
  await test.step('the login, which keeps what was typed and works afterwards', async () => {
    await context.setOffline(true);
    await visitor.signIn('agent@demo.test');
    await says();
    await context.setOffline(false);
    await expect(page.getByLabel('Email')).toHaveValue('agent@demo.test');
    await expect(visitor.button('Log in')).toBeEnabled();
  });
  await page.route(/\/api\/v1\//, (route) => route.abort());
  await test.step('pages that begin with a request', async () => {
    for (const address of [
      'forgotten-password',
      'invitation#token',
      'new-password#token',
      'second-step',
      'security',
      'recording#token',
    ]) {
      await page.goto(`${product.url}/apps/webrtc/${address}`);
      await says();
    }
  });
  await test.step('pages that send a request', async () => {
    await page.goto(`${product.url}/apps/webrtc/login/passkey`);
    await visitor.button('Use a passkey').click();
    await says();
    await page.goto(`${product.url}/apps/webrtc/login/organization`);
    await page.getByLabel('Email').fill('ann@harbourline.example');
    await visitor.button('Continue').click();
    await says();
  });
  await visitor.close();
});

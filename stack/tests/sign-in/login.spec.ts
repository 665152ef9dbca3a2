import { expect, PASSWORD, Phone, test } from '../phone.ts';

test('a visitor sees only the login; a wrong password is rejected, the right one opens the phone, and Log out returns to the login', async ({
  browser,
  product,
}) => {
  const visitor = await Phone.visit(browser, product.url, '/?url=tel:%2B14155550100');
  const { page } = visitor;
  await expect(visitor.button('Log in')).toBeVisible();
  await expect(page.getByText('Offhook')).toBeVisible();
  await expect(visitor.navigation).toHaveCount(0);
  await expect(page.getByText('Log out')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'New Call' })).toHaveCount(0);

  await visitor.signIn('plain@demo.test', 'not it');
  await expect(page.locator('strong')).toHaveText('Your login credentials are invalid.');
  await expect(page.getByLabel('Password')).toBeFocused();

  const userReread = page.waitForRequest(
    (request) => request.method() === 'GET' && new URL(request.url()).pathname === '/api/v1/user',
  );
  await visitor.login('plain@demo.test', PASSWORD);
  await userReread;
  await expect(page.getByRole('heading', { name: 'New Call' })).toBeVisible();
  await page.getByRole('button', { name: 'Pat Moore' }).click();
  for (const fact of ['plain@demo.test', '(415) 555-0125']) {
    await expect(page.getByText(fact)).toBeVisible();
  }
  await page.getByRole('link', { name: 'Log out' }).click();
  await expect(visitor.button('Log in')).toBeVisible();
  await visitor.close();
});

test('Log in with Google returns with an error, shown once, when it isn’t configured', async ({
  browser,
  product,
}) => {
  const visitor = await Phone.visit(browser, product.url);
  const { page } = visitor;
  await page.getByRole('link', { name: 'Log in with Google', exact: true }).click();
  await expect(page.locator('strong')).toHaveText('Google login is not set up on this server.');
  await expect(visitor.button('Log in')).toBeEnabled();
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/');
  await page.reload();
  await expect(visitor.button('Log in')).toBeVisible();
  await expect(page.locator('strong')).toHaveCount(0);
  await visitor.close();
});

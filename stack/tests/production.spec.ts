import { expect, Phone } from './phone.ts';
import { isWell, test } from './server-alone.ts';

test('the server alone serves phone and console, knows its providers, and ends in order', async ({
  browser,
  server,
}) => {
  await isWell(server);
  // Through a proxy nobody is told without the token.
  expect((await fetch(`${server.url}/metrics`)).status).toBe(404);
  expect(await server.metrics()).toContain('offhook_phones');

  const phone = await Phone.open(browser, server.url, 'supervisor@demo.test');
  await phone.navigation.getByRole('button', { name: 'History' }).click();
  await expect(phone.heading('Call History')).toBeVisible();
  await phone.page.goto(`${server.url}/admin/`);
  await expect(phone.heading('Live board')).toBeVisible();
  await phone.close();

  expect(await server.end()).toBe(0);
});

import { BUSY, expect, test } from '../phone.ts';
import { waitUntil } from '../product.ts';

test('a missed call opens the text view, the text reaches the lead once, and SMS sends a text without a result', async ({
  phone,
  product,
}) => {
  const { page } = phone;
  const text = page.getByRole('textbox', { name: 'Send SMS' });
  const inbox = async () => (await fetch(`${product.url}/demo/messages`)).text();

  await phone.newCall(BUSY, { first: 'Selma', last: 'Text' });
  await phone.button('Missed').click();
  await expect(text).toHaveValue("Sorry we couldn't reach you!");
  await text.fill('  ');
  await expect(phone.button('Send')).toBeDisabled();
  const body = `Sorry, call us back any time. ${Date.now()}`;
  await text.fill(body);
  await phone.press('Control+Enter');
  await expect(phone.heading('Thank you!')).toBeVisible();
  await phone.button('Done').click();
  await waitUntil(async () => (await inbox()).split(body).length === 2, 'the text to arrive, once');

  await test.step('a failed text keeps its content and shows the reason', async () => {
    await phone.newCall(BUSY, { first: 'Selma', last: 'Text' });
    const results: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/disposition')) results.push(request.url());
    });
    await phone.button('SMS').click();
    await text.fill('Second try');
    await page.route('**/sms', (route) =>
      route.fulfill({ status: 422, json: { success: false, error: 'The message could not be sent.' } }),
    );
    await phone.button('Send').click();
    await expect(page.locator('strong', { hasText: 'The message could not be sent.' })).toBeVisible();
    await expect(text).toHaveValue('Second try');
    await page.unroute('**/sms');
    await phone.button('Send').click();
    await expect(phone.heading('Thank you!')).toBeVisible();
    expect(results).toEqual([]);
  });
});

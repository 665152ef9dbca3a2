import { expect, findParty, test } from '../phone.ts';
import { waitUntil } from '../product.ts';

const LEAD = '+14155550232';
const SALES = '+14155550199';

test('a text after a voicemail is sent to the lead once, from the caller ID that the lead saw', async ({
  phone,
  product,
}) => {
  await product.postLead({ phone_number: LEAD, fname: 'Tex', lname: 'Ted' });
  await expect(phone.heading('Incoming Lead!')).toBeVisible();
  await phone.button('Call').click();
  await findParty(product, LEAD);
  await phone.button('Hang Up').click();
  await phone.button('Voicemail').click();
  const text = phone.page.getByRole('textbox', { name: 'Send SMS' });
  await expect(text).toHaveValue("Sorry we couldn't reach you!");
  await text.fill('Call me when you can.');
  await phone.button('Send').click();
  await expect(phone.heading('Thank you!')).toBeVisible();
  const response = await fetch(`${product.url}/demo/messages`);
  const { messages } = (await response.json()) as { messages: { to: string; from: string; body: string }[] };
  expect(messages.filter(({ to }) => to === LEAD)).toMatchObject([
    { from: SALES, body: 'Call me when you can.' },
  ]);
});

test('‘Check for lead’ rings the phone with a lead that is due, and Call dials that lead', async ({
  phone,
  product,
}) => {
  const checked = phone.page.waitForResponse((response) => response.url().endsWith('/apps/webrtc/check'));
  await phone.button('Check for lead').click();
  const { lead } = (await (await checked).json()) as { lead: { phone_number: string } | null };
  expect(lead).not.toBeNull();
  await expect(phone.heading('Incoming Lead!')).toBeVisible();
  await phone.button('Call').click();
  await waitUntil(
    async () => (await product.lines()).some(({ to }) => to === lead?.phone_number),
    'that lead to be dialed',
  );
  await phone.hangUp();
});

test('a failed Google login returns with the reason in the banner', async ({ browser, product }) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(product.url);
  await page.getByRole('link', { name: 'Log in with Google', exact: true }).click();
  await expect(
    page.locator('strong', {
      hasText: 'Google login is not set up on this server.',
    }),
  ).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/');
  await context.close();
});

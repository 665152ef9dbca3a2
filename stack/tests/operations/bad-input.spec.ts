import { senderAt } from '@offhook/server/testing/servers/api-client';
import { expect, Phone, test } from '../phone.ts';

const failure = async (response: Response) => ({
  status: response.status,
  ...((await response.json()) as object),
});

test('a wrong password shows in the banner and opens no session', async ({ browser, product }) => {
  const phone = await Phone.visit(browser, product.url);
  await phone.signIn('agent@demo.test', 'wrong');
  await expect(
    phone.page.locator('strong', { hasText: 'Your login credentials are invalid.' }),
  ).toBeVisible();
  await phone.page.reload();
  await expect(phone.button('Log in')).toBeVisible();
  await phone.close();
});

test('a change without the CSRF token, or from a foreign page, is rejected', async ({ product }) => {
  const send = await senderAt(product.url, 'plain@demo.test');
  const sendNote = (headers: Record<string, string>) =>
    send('POST', '/api/v1/notes', { content: 'a', call_id: 1 }, headers);
  expect(await failure(await sendNote({ 'x-csrf-token': '' }))).toMatchObject({
    status: 419,
    success: false,
  });
  expect(await failure(await sendNote({ origin: 'https://evil.example' }))).toMatchObject({
    status: 403,
    success: false,
  });
});

const UNKNOWN: [method: string, path: string, body?: unknown][] = [
  ['GET', '/api/v1/callusers/99999999'],
  ['POST', '/api/v1/calls/99999999/hangup', {}],
  ['POST', '/apps/webrtc/99999999/reject', {}],
  ['POST', '/apps/webrtc/99999999/disposition', { status: 'contacted' }],
  ['POST', '/api/v1/notes', { content: 'a', call_id: 99999999 }],
  ['GET', '/api/v1/nothing'],
];
for (const [method, path, body] of UNKNOWN) {
  test(`an unknown id or path is not found: ${method} ${path}`, async ({ product }) => {
    const send = await senderAt(product.url, 'plain@demo.test');
    expect(await failure(await send(method, path, body))).toMatchObject({ status: 404, success: false });
  });
}

test('a visitor can only request the user and log in', async ({ product }) => {
  for (const path of ['/api/v1/mycalls', '/api/v1/twilio/token2', '/api/v1/teams', '/api/v1/callerids']) {
    expect((await fetch(product.url + path)).status, path).toBe(401);
  }
});

test('malformed JSON and an invalid phone number are rejected with a clear error', async ({ product }) => {
  const send = await senderAt(product.url, 'plain@demo.test');
  const cut = await send('POST', '/api/v1/calls/twilio/outbound', '{"fname":');
  expect(await failure(cut)).toMatchObject({ status: 400, success: false });
  const response = await product.postLead({ phone_number: 'no number' });
  expect(response).toMatchObject({ status: 422, body: { error: 'This isn’t a phone number.' } });
  expect((await product.lines()).length).toBe(0);
});

test('a lead without an API key, or with a wrong one, is rejected', async ({ product }) => {
  for (const authorization of ['', 'Bearer wrong', 'Basic demo-100']) {
    const response = await fetch(`${product.url}/api/v1/leads`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(authorization ? { authorization } : {}) },
      body: JSON.stringify({ phone_number: '+14155550100' }),
    });
    expect(response.status).toBe(401);
  }
});

test('a forged webhook is rejected', async ({ product }) => {
  for (const signature of [undefined, 'Zm9yZ2Vk']) {
    const response = await fetch(`${product.url}/twilio/voice/inbound`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...(signature ? { 'x-twilio-signature': signature } : {}),
      },
      body: 'CallSid=CA00000000000000000000000000000000&From=%2B14155550100&To=%2B14155550199',
    });
    expect(response.status).toBe(403);
  }
});

test('a WebSocket from a foreign page is rejected', async ({ browser, product }) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.route('https://evil.example/', (route) =>
    route.fulfill({ body: '<p>evil</p>', contentType: 'text/html' }),
  );
  const outcome = async (address: string, site: string) => {
    await page.goto(site);
    return page.evaluate(
      (to) =>
        new Promise<string>((resolve) => {
          const socket = new WebSocket(to);
          socket.onopen = () => resolve('open');
          socket.onerror = () => resolve('refused');
        }),
      address,
    );
  };
  const address = `${product.url.replace(/^http/, 'ws')}/voice/signal`;
  expect(await outcome(address, product.url)).toBe('open');
  expect(await outcome(address, 'https://evil.example/')).toBe('refused');
  await context.close();
});

/** Pages whose session has ended but whose requests are blocked, so that they get no 401. */
import { valueOrThrow } from '@offhook/contract/client/api-error';
import { clientAt, logIn } from '@offhook/server/testing/servers/api-client';
import type { Browser } from '@playwright/test';
import { expect, findParty, MAIN_LINE, Phone, SPEECH, test } from '../phone.ts';
import { type Product, waitUntil } from '../product.ts';

const CALLER = '+14155550100';
const LEAD = '+14155550238';

/** Opens an agent's page and watches its realtime connection. */
async function openWatchedPage(
  browser: Browser,
  url: string,
): Promise<{ phone: Phone; isConnected: () => boolean }> {
  const phone = await Phone.visit(browser, url);
  let open = 0;
  phone.page.on('websocket', (socket) => {
    if (!new URL(socket.url()).pathname.startsWith('/app/')) return;
    open += 1;
    socket.on('close', () => {
      open -= 1;
    });
  });
  await phone.login('agent@demo.test');
  await waitUntil(() => open > 0, 'the realtime connection to open');
  return { phone, isConnected: () => open > 0 };
}

async function logOut(product: Product, agent: string): Promise<void> {
  const admin = await logIn(clientAt(product.url), 'admin@demo.test');
  const { data } = valueOrThrow(await admin.request('listAgents', { query: {} }));
  const id = data.find(({ email }) => email === agent)?.id ?? 0;
  valueOrThrow(await admin.request('logOutAgent', { params: { id } }));
}

test('an agent whose session has ended isn’t rung, and the realtime connection is closed', async ({
  browser,
  product,
}) => {
  const { phone, isConnected } = await openWatchedPage(browser, product.url);
  await phone.page.route('**/api/**', (route) => route.abort());
  await logOut(product, 'agent@demo.test');
  await waitUntil(() => !isConnected(), 'the realtime connection to close');
  const other = await Phone.open(browser, product.url, 'agent2@demo.test');
  await product.postLead({ phone_number: LEAD, fname: 'Left', lname: 'Alone' });
  await expect(other.heading('Incoming Lead!')).toBeVisible();
  expect((await product.lines()).filter(({ kind }) => kind === 'client')).toHaveLength(1);
  await other.button('Ignore').click();
  await other.close();
  await phone.close();
});

test('an agent whose session has ended loses the call, and the caller hears music until the agent logs in again', async ({
  browser,
  product,
}) => {
  const { phone } = await openWatchedPage(browser, product.url);
  await product.callIn(CALLER, MAIN_LINE);
  await phone.button('Accept').click();
  await phone.hearsSpeech();
  const { call_sid } = await findParty(product, CALLER);
  await phone.page.route('**/api/**', (route) => route.abort());
  await logOut(product, 'agent@demo.test');
  await waitUntil(
    async () => (await product.lines()).every(({ kind }) => kind !== 'client'),
    'the agent to be out of the call',
  );
  await waitUntil(
    async () => (await findParty(product, CALLER)).level_out > SPEECH,
    'the caller to hear music',
  );
  const reopened = await Phone.visit(browser, product.url);
  await reopened.signIn('agent@demo.test');
  await expect(reopened.button('Hang Up')).toBeVisible();
  await reopened.hearsSpeech();
  expect((await findParty(product, CALLER)).call_sid).toBe(call_sid);
  await reopened.button('Hang Up').click();
  await waitUntil(async () => (await product.lines()).length === 0, 'the caller to be hung up');
  await reopened.close();
  await phone.close();
});

test('a page whose session has ended shows the login as soon as its realtime connection is closed', async ({
  browser,
  product,
}) => {
  const { phone } = await openWatchedPage(browser, product.url);
  await phone.page.route('**/api/v1/presence', (route) => route.abort());
  await logOut(product, 'agent@demo.test');
  await expect(phone.page.getByLabel('Password')).toBeVisible();
  await phone.close();
});

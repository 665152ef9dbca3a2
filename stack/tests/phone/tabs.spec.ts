import { expect, findParty, LEAD, MAIN_LINE, Phone, partyHears, SPEECH, test } from '../phone.ts';
import { type Product, waitUntil } from '../product.ts';

const online = (phone: Phone) => phone.page.getByText('Online', { exact: true });
const elsewhereNotice = (phone: Phone) => phone.page.getByText('Your phone is open on another device.');

/** How many legs of the agent's browsers are ringing or connected. */
async function agentLines(product: Product): Promise<number> {
  return (await product.lines()).filter(({ kind }) => kind === 'client').length;
}

test('two tabs are one phone: both show the ring, one plays it, and either answers or hangs up', async ({
  phone,
  product,
}) => {
  const second = await Phone.beside(phone, product.url);
  await second.ready();
  await product.callIn(LEAD, MAIN_LINE);
  for (const tab of [phone, second]) await expect(tab.heading('Main line')).toBeVisible();
  await waitUntil(() => phone.isRingPlaying(), 'the first tab to play the ring');
  expect(await second.isRingPlaying()).toBe(false);
  expect(await agentLines(product)).toBe(1);

  await second.button('Accept').click();
  // Firefox opens a microphone only in the foreground tab.
  await phone.page.bringToFront();
  for (const tab of [phone, second]) await expect(tab.status).toHaveText(/^\d\d:\d\d$/);
  await phone.hearsSpeech();
  await partyHears(product, LEAD, (level) => level > SPEECH, 'the caller to hear the agent');
  expect(await second.page.evaluate(() => window.offhookPeers?.length)).toBe(0);

  await second.button('Mute').click();
  await expect(phone.button('Muted')).toBeVisible();
  await second.button('Hang Up').click();
  for (const tab of [phone, second]) await tab.waitForBriefText('Thank you!');
  await waitUntil(async () => (await product.lines()).length === 0, 'the caller to be hung up');
});

test('when the phone’s tab is closed during a call, the other tab continues the call and its timer', async ({
  phone,
  product,
}) => {
  const second = await Phone.beside(phone, product.url);
  await second.ready();
  await phone.newCall(LEAD, { first: 'Two', last: 'Tabs' });
  const before = await findParty(product, LEAD);
  await phone.hearsSpeech();
  await expect(second.status).toHaveText(/^\d\d:\d[1-9]$/);
  await phone.page.close();
  await expect(second.button('Hang Up')).toBeVisible();
  await second.hearsSpeech();
  await expect(second.heading('Two Tabs')).toBeVisible();
  await expect(second.status).not.toHaveText('00:00');
  await partyHears(product, LEAD, (level) => level > SPEECH, 'the lead to hear the agent again');
  expect((await findParty(product, LEAD)).call_sid).toBe(before.call_sid);
  await second.hangUp();
  await second.button('Contacted').click();
  await expect(second.heading('Tags & Stages')).toBeVisible();
  await second.button('Skip').click();
  await expect(second.heading('Thank you!')).toBeVisible();
});

test('a second browser says that the phone is open elsewhere and takes it over, and the first then says the same', async ({
  browser,
  phone,
  product,
}) => {
  const other = await Phone.visit(browser, product.url);
  await other.signIn('agent@demo.test');
  await expect(elsewhereNotice(other)).toBeVisible();
  await product.callIn(LEAD, MAIN_LINE);
  await expect(phone.heading('Main line')).toBeVisible();
  await expect(other.heading('Main line')).toBeHidden();
  await phone.button('Ignore').click();
  await other.button('Use it here').click();
  await expect(online(other)).toBeAttached();
  await expect(elsewhereNotice(phone)).toBeVisible();
  await expect(online(phone)).toBeHidden();
  await other.close();
});

test('closing a page releases the phone for the next browser immediately', async ({
  browser,
  phone,
  product,
}) => {
  // About 1 in 100 unload messages is lost; then the next browser waits for the lease to expire.
  const gotPhone: boolean[] = [];
  let open = phone;
  while (!gotPhone.includes(true) && gotPhone.length < 3) {
    await open.page.close();
    open = await Phone.visit(browser, product.url);
    const first = open.page
      .waitForResponse((response) => response.url().endsWith('/api/v1/presence'))
      .then((response) => response.json());
    await open.login('agent@demo.test');
    gotPhone.push((await first).phone);
    await expect(online(open)).toBeAttached();
  }
  expect(gotPhone).toContain(true);
  await open.close();
});

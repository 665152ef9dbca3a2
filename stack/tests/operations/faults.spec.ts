import { expect, findParty, LEAD, partyHears, SPEECH, test } from '../phone.ts';
import { waitUntil } from '../product.ts';

test('a conversation survives a server crash, and the result is kept', async ({ phone, product }) => {
  await phone.newCall(LEAD, { first: 'Kill', last: 'Server' });
  await findParty(product, LEAD);
  await phone.hearsSpeech();
  const pid = product.pidOf('server');
  product.kill('server');
  await phone.hearsSpeech();
  await product.waitForRestart('server', pid);
  await waitUntil(async () => (await fetch(`${product.url}/healthz`)).ok, 'the server to be ready');
  await phone.hearsSpeech();
  await partyHears(product, LEAD, (level) => level > SPEECH, 'the lead to hear the agent');
  await phone.hangUp();
  await phone.markContacted();
  await expect(phone.heading('Thank you!')).toBeVisible();
  await waitUntil(async () => (await product.lines()).length === 0, 'the lead to be hung up');
});

test('a page reloaded during a call returns to it while the lead waits', async ({ phone, product }) => {
  await phone.newCall(LEAD, { first: 'Re', last: 'Load' });
  const before = await findParty(product, LEAD);
  await phone.hearsSpeech();
  await phone.page.reload();
  await expect(phone.button('Hang Up')).toBeVisible();
  await expect(phone.heading('Re Load')).toBeVisible();
  await phone.hearsSpeech();
  await partyHears(product, LEAD, (level) => level > SPEECH, 'the lead to hear the agent again');
  expect((await findParty(product, LEAD)).call_sid).toBe(before.call_sid);
  await phone.hangUp();
  await waitUntil(async () => (await product.lines()).length === 0, 'the lead to be hung up');
});

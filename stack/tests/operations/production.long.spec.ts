/** The standalone server as used in production, and shutdowns during a call. */
import type { ConsoleCall } from '@offhook/contract/console/call-entities';
import { expect, LEAD, Phone, partyHears, SPEECH } from '../phone.ts';
import { waitUntil } from '../product.ts';
import { test, waitUntilHealthy } from './server-alone.ts';

const UNSENT = 'Saved. We’ll send it when you’re back online.';

async function newestCall(supervisor: Phone, url: string): Promise<ConsoleCall | undefined> {
  const response = await supervisor.context.request.get(`${url}/api/v1/console/calls?limit=1`);
  return ((await response.json()) as { data: ConsoleCall[] }).data[0];
}

test('the standalone server serves the phone and the console, reaches its providers, and shuts down cleanly', async ({
  browser,
  server,
}) => {
  await waitUntilHealthy(server);
  // Metrics need the token when requested through a proxy.
  expect((await fetch(`${server.url}/metrics`)).status).toBe(404);
  expect(await server.metrics()).toContain('offhook_phones');

  const phone = await Phone.open(browser, server.url, 'supervisor@demo.test');
  await phone.openHistory();
  await phone.page.goto(`${server.url}/admin/`);
  await expect(phone.heading('Live board')).toBeVisible();
  await phone.close();

  expect(await server.shutDown()).toBe(0);
});

test('a call survives a restart of the standalone server, and its result is kept', async ({
  browser,
  server,
}) => {
  await waitUntilHealthy(server);
  const phone = await Phone.open(browser, server.url, 'agent@demo.test');
  await phone.newCall(LEAD, { first: 'Roll', last: 'Over' });
  const supervisor = await Phone.open(browser, server.url, 'supervisor@demo.test');
  const newest = () => newestCall(supervisor, server.url);
  await waitUntil(async () => (await newest())?.status === 'in-progress', 'the lead to be in the call');
  await supervisor.page.close();
  await phone.hearsSpeech();
  expect(await server.shutDown()).toBe(0);
  await phone.hearsSpeech();

  await phone.hangUp();
  await phone.markContacted();
  await expect(phone.heading('Thank you!')).toBeVisible();
  const unsent = phone.page.getByRole('group').getByText(UNSENT, { exact: true });
  await expect(unsent).toBeVisible();

  await server.restart();
  await waitUntilHealthy(server);
  await expect(unsent).toBeHidden();
  await waitUntil(async () => {
    const call = await newest();
    return call?.status === 'completed' && call.result === 'contacted';
  }, 'the call to be over, with its result');
  await supervisor.close();
  await phone.close();
});

test('the realtime service reports a crashed browser, which stops counting as a phone', async ({
  browser,
  server,
}) => {
  await waitUntilHealthy(server);
  const metric = async (pattern: RegExp) => Number(pattern.exec(await server.metrics())?.[1] ?? 0);
  const countWebhooks = () =>
    metric(/^offhook_http_request_seconds_count\{(?=.*\/realtime\/webhook)(?=.*status="200").*\} (\d+)$/m);
  const phones = () => metric(/^offhook_phones\{.*state="waiting".*\} (\d+)$/m);
  const phone = await Phone.open(browser, server.url, 'agent@demo.test');
  await waitUntil(async () => (await phones()) === 1, 'the metrics to count one phone');
  const before = await countWebhooks();
  const devtools = await phone.context.newCDPSession(phone.page);
  devtools.send('Page.crash').catch(() => undefined);
  await waitUntil(async () => (await countWebhooks()) > before, 'a webhook from the realtime service');
  await waitUntil(async () => (await phones()) === 0, 'the metrics to count no phone');
  await phone.context.close();
});

test('a draining product stops after the last call, and after a restart calls leads received in the meantime', async ({
  browser,
  own: product,
}) => {
  await product.start({ DRAIN_SECONDS: '120', DRAIN_NOTICE_SECONDS: '1' });
  const phone = await Phone.open(browser, product.url, 'agent@demo.test');
  await phone.talkTo(LEAD, { first: 'Last', last: 'Word' });
  const ended = product.stop();
  await waitUntil(() => product.log.includes('when the last call ends'), 'the log to mention the last call');
  await phone.hearsSpeech();
  await partyHears(product, LEAD, (level) => level > SPEECH, 'the lead to hear the agent');
  const lateLead = { phone_number: '+14155550106', fname: 'Mean', lname: 'While' };
  const response = await product.postLead(lateLead);
  expect(response.body.reason).toContain('about to restart');
  await phone.button('Hang Up').click();
  expect(await ended).toBe(0);
  await product.start();
  const supervisor = await Phone.open(browser, product.url, 'supervisor@demo.test');
  await waitUntil(
    async () => (await newestCall(supervisor, product.url))?.label === 'Mean While',
    'the call to the late lead',
  );
  await supervisor.close();
  await phone.close();
});

test('a second signal stops the product immediately, even during a call', async ({
  browser,
  own: product,
}) => {
  await product.start({ DRAIN_SECONDS: '600' });
  const phone = await Phone.open(browser, product.url, 'agent@demo.test');
  await phone.talkTo(LEAD, { first: 'Cut', last: 'Off' });
  let isOver = false;
  const ended = product.stop().then(() => {
    isOver = true;
  });
  await waitUntil(() => product.log.includes('Press Ctrl-C again to stop now'), 'the product to drain');
  // A repeated signal within 1 s is ignored.
  await waitUntil(() => {
    product.requestStop();
    return isOver;
  }, 'the product to stop');
  await ended;
  await phone.close();
});

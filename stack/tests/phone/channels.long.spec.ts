import { valueOrThrow } from '@offhook/contract/client/api-error';
import { clientAt, logIn } from '@offhook/server/testing/servers/api-client';
import type { Page } from '@playwright/test';
import { expect, LEAD, Phone, test, waitForHangUps } from '../phone.ts';
import { waitUntil } from '../product.ts';

interface Frames {
  /** Events of the realtime connection, without the protocol's own. */
  readonly received: readonly string[];
  /** Channels that the page has, in the order of its requests. */
  readonly channels: () => readonly string[];
}

/** Records only connections that open later. */
function recordFrames(page: Page): Frames {
  const received: string[] = [];
  const channels = new Set<string>();
  const parse = (payload: string | Buffer) =>
    JSON.parse(String(payload)) as { event: string; channel?: string; data: { channel?: string } };
  page.on('websocket', (socket) => {
    if (!socket.url().includes('/app/')) return;
    channels.clear();
    socket.on('framereceived', ({ payload }) => {
      const { event, channel = '' } = parse(payload);
      // The library subscribes to the session's channel (#) when it signs in.
      if (event === 'pusher_internal:subscription_succeeded' && !channel.startsWith('#'))
        channels.add(channel);
      else if (!event.startsWith('pusher')) received.push(`${channel} ${event}`);
    });
    socket.on('framesent', ({ payload }) => {
      const { event, data } = parse(payload);
      if (event === 'pusher:unsubscribe') channels.delete(data.channel ?? '');
    });
  });
  return { received, channels: () => [...channels] };
}

async function openRecorded(phone: Phone): Promise<Frames> {
  const frames = recordFrames(phone.page);
  await phone.reload();
  await waitUntil(() => frames.channels().length > 0, 'the page to subscribe');
  return frames;
}

test('an idle phone receives nothing while colleagues ring, talk and transfer, and an open list receives it all', async ({
  browser,
  phone,
  other,
  supervisor,
  product,
}) => {
  const idle = await openRecorded(supervisor);
  const bens = await openRecorded(other);
  const own = [expect.stringMatching(/^presence-user\.\d+$/)];

  await product.postLead({ phone_number: LEAD, fname: 'Ines', lname: 'Interest' });
  await expect(other.heading('Incoming Lead!')).toBeVisible();
  await other.button('Call').click();
  await other.talks();
  await phone.waitForText('Taken by Ben Okafor');
  await other.hearsSpeech();
  expect(bens.channels()).toEqual(own);
  expect(new Set(bens.received.map((frame) => frame.replace(/\d+/, '')))).toEqual(
    new Set(['presence-user. call.updated']),
  );

  await test.step('the transfer list hears of colleagues while it is open', async () => {
    await other.button('Transfer').click();
    await waitUntil(() => bens.channels().length === 2, 'the list to subscribe');
    await other.page.getByLabel('Status').selectOption('All Statuses');
    await expect(other.row('Chloe Lindqvist')).toContainText('Unavailable');
    const before = bens.received.length;
    const chloe = await Phone.open(browser, product.url, 'agent3@demo.test');
    await waitUntil(
      () => bens.received.slice(before).includes('private-account.100 agent.updated'),
      'the colleague’s change to arrive',
    );
    await expect(other.row('Chloe Lindqvist')).toContainText('Available');
    await chloe.close();
  });

  await other.row('Ann Reyes').getByRole('button', { name: 'Call', exact: true }).click();
  await expect(phone.page.getByRole('alertdialog', { name: 'Incoming Transfer!' })).toBeVisible();
  await phone.button('Accept').click();
  await phone.talks();
  await expect(other.heading('Call Result')).toBeVisible();
  await other.markContacted();
  await waitUntil(() => bens.channels().length === 1, 'the closed list to leave its channel');
  const afterClosing = bens.received.length;
  await phone.hangUp();
  await waitForHangUps(product);
  // The call's end changes the history of everyone who was in it.
  await waitUntil(() => bens.received.length > afterClosing, 'the end of the call to arrive');
  expect(bens.received.slice(afterClosing).filter((frame) => frame.startsWith('private-'))).toEqual([]);

  expect(idle.channels()).toEqual(own);
  expect(idle.received).toEqual([]);

  await test.step('the idle phone hears of colleagues only while its list is open', async () => {
    await supervisor.navigation.getByRole('button', { name: 'Conference', exact: true }).click();
    await waitUntil(() => idle.channels().length === 2, 'the list to subscribe');
    await phone.markContacted();
    await waitUntil(() => idle.received.length > 0, 'a colleague’s change to arrive');
    await supervisor.button('Close').click();
    await waitUntil(() => idle.channels().length === 1, 'the closed list to leave its channel');
    const received = idle.received.length;
    await phone.button('Done').click();
    await phone.newCall(LEAD);
    await phone.talks();
    await phone.hangUp();
    await waitForHangUps(product);
    expect(idle.received.slice(received)).toEqual([]);
  });
});

test('a console page hears of agents only if it shows them, and of settings always', async ({
  browser,
  phone,
  product,
}) => {
  const SETTINGS = 'private-settings.100';
  const admin = await Phone.visit(browser, product.url, '/admin/calling-rules');
  await admin.page.setViewportSize({ width: 1280, height: 800 });
  const frames = recordFrames(admin.page);
  await admin.signIn('admin@demo.test');
  await expect(admin.heading('Calling rules')).toBeVisible();
  await waitUntil(() => frames.channels().length > 0, 'the page to subscribe');
  await phone.reload();
  expect([frames.channels(), frames.received]).toEqual([[SETTINGS], []]);

  const link = (name: string) => admin.page.getByRole('link', { name, exact: true });
  await link('Agents').click();
  await waitUntil(() => frames.channels().length === 2, 'the list to subscribe');
  await phone.reload();
  await waitUntil(
    () => frames.received.includes('private-account.100 agent.updated'),
    'the agent’s change to arrive',
  );
  await link('Calling rules').click();
  await waitUntil(() => frames.channels().length === 1, 'the closed list to leave its channel');

  const received = frames.received.length;
  await phone.reload();
  const other = await logIn(clientAt(product.url), 'admin@demo.test');
  const body = { phone_number: '+14155550987' };
  const refetch = admin.page.waitForRequest('**/api/v1/console/rules');
  valueOrThrow(await other.request('addDoNotCall', { body }));
  await waitUntil(() => frames.received.length > received, 'the changed settings to arrive');
  await refetch;
  expect(frames.received.slice(received)).toEqual([`${SETTINGS} settings.updated`]);
  await admin.close();
});

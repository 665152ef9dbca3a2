/** Kills each of the product's processes while it is in use. */
import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, findParty, LEAD, Phone, test } from '../phone.ts';
import { Product, waitUntil } from '../product.ts';

/** `healthy`, or the name of the process or resource that isn't ready. */
async function healthOf({ url }: Product): Promise<string> {
  const response = await fetch(`${url}/healthz`);
  return response.ok ? 'healthy' : ((await response.json()) as { error: string }).error;
}

const childOf = (pid: number) =>
  Number(execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' }).trim());

test('a phone whose voice service is killed during a call ends the call and comes back online', async ({
  phone,
  product,
}) => {
  await phone.newCall(LEAD);
  await findParty(product, LEAD);
  await phone.hearsSpeech();
  product.kill('voice');
  await expect(phone.button('Hang Up')).toBeHidden();
  await expect(phone.page.getByText('Online', { exact: true })).toBeAttached();
});

test('after the realtime service is killed during a ring, one agent gets the lead, and the other is rung for the next one', async ({
  browser,
  own: product,
}) => {
  await product.start();
  const phone = await Phone.open(browser, product.url, 'agent@demo.test');
  const other = await Phone.open(browser, product.url, 'agent2@demo.test');
  await product.postLead({ phone_number: '+14155550233', fname: 'Real', lname: 'Time' });
  await expect(phone.heading('Incoming Lead!')).toBeVisible();
  await expect(other.heading('Incoming Lead!')).toBeVisible();
  const waitingReport = other.context.waitForEvent('response', {
    predicate: (response) =>
      response.url().endsWith('/api/v1/presence') &&
      response.request().postData()?.includes('"state":"waiting"') === true,
  });
  const pid = product.pidOf('realtime');
  product.kill('realtime');
  await phone.button('Call').click();
  await expect(other.navigation).toBeVisible();
  expect(await other.isRingPlaying()).toBe(false);
  await expect(other.heading('Call Result')).toBeHidden();
  await phone.hearsSpeech();
  await waitingReport;
  await product.waitForRestart('realtime', pid);
  await product.postLead({ phone_number: '+14155550237', fname: 'After', lname: 'Wards' });
  await expect(other.heading('Incoming Lead!')).toBeVisible();
  await phone.hearsSpeech();
  await phone.close();
  await other.close();
});

test('after the supervisor is killed, every acknowledged write exists and the call has one final status', async ({
  browser,
  own: product,
}) => {
  test.slow();
  await product.start();
  const phone = await Phone.open(browser, product.url, 'agent@demo.test');
  await phone.newCall('+14155550105', { first: 'Before', last: 'Crash' });
  await expect(phone.heading('Call Result')).toBeVisible();
  await phone.markContacted();
  await phone.button('Add Note').click();
  await phone.page.getByRole('textbox', { name: 'Add Note' }).fill('Acknowledged before the crash.');
  await phone.button('Save').click();
  await expect(phone.navigation).toBeVisible();
  await phone.newCall(LEAD, { first: 'During', last: 'Crash' });
  await findParty(product, LEAD);
  await phone.hearsSpeech();

  const pids = (['server', 'voice', 'realtime'] as const).map((name) => product.pidOf(name));
  product.kill('supervisor');
  await product.waitForExit(pids);
  await phone.close();
  await product.start();

  const reopened = await Phone.open(browser, product.url, 'agent@demo.test');
  const rows = async () => {
    const { data } = (await (
      await reopened.context.request.get(`${product.url}/api/v1/mycalls?limit=5&page=1`)
    ).json()) as {
      data: { status: string; lead: { fname: string } | null }[];
    };
    return data;
  };
  await waitUntil(
    async () => (await rows())[0]?.status === 'completed',
    'the call to have its final status',
    40_000,
  );
  const [during, before] = await rows();
  expect(during?.lead?.fname).toBe('During');
  expect(before).toMatchObject({ lead: { fname: 'Before' }, status: 'completed' });
  await reopened.close();
});

for (const name of ['voice', 'media', 'realtime', 'server'] as const) {
  test(`when ${name} hangs, /healthz names it, a new process replaces it, and calls work again`, async ({
    phone,
    product,
  }) => {
    test.slow();
    const voice = product.pidOf('voice');
    const pid = name === 'media' ? childOf(voice) : product.pidOf(name);
    process.kill(pid, 'SIGSTOP');
    await waitUntil(async () => (await healthOf(product)) === name, `/healthz to name ${name}`);
    await product.waitForExit([pid]);
    await waitUntil(async () => (await healthOf(product)) === 'healthy', `${name} to be replaced`);
    if (name === 'media') expect(product.pidOf('voice')).toBe(voice);
    await phone.ready();
    await phone.newCall(LEAD);
    await phone.hearsSpeech();
    await phone.hangUp();
  });
}

test('a server that dies on a full disk recovers when there is space', async ({ browser }) => {
  test.slow();
  const product = new Product();
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=150m', 'tmpfs', product.data]);
  test.skip(mounted.status !== 0, `a small disk can’t be mounted: ${mounted.error ?? mounted.stderr}`);
  try {
    await product.start({ DISK_RESERVE_MB: '20' });
    const phone = await Phone.open(browser, product.url, 'agent@demo.test');
    const filler = join(product.data, 'filler');
    expect(() => {
      for (;;) appendFileSync(filler, Buffer.alloc(1024 * 1024));
    }).toThrow('ENOSPC');
    await waitUntil(
      async () => (await healthOf(product)) === 'disk full',
      '/healthz to report the full disk',
    );
    product.kill('server');
    await waitUntil(() => product.log.includes('waiting for space before starting'), 'the server to wait');
    await waitUntil(
      async () => (await healthOf(product)) === 'disk full',
      '/healthz to report why the server isn’t running',
    );
    rmSync(filler);
    await waitUntil(async () => (await healthOf(product)) === 'healthy', 'the product to be healthy');
    await phone.ready();
    await phone.newCall(LEAD);
    await phone.hearsSpeech();
    await phone.close();
  } finally {
    await product.stop();
    spawnSync('umount', ['-l', product.data]);
    await product.dispose();
  }
});

test('the product answers and phones ring while an unknown client opens thousands of sockets', async ({
  phone,
  product,
}) => {
  const { port } = new URL(product.url);
  const head =
    'GET /voice/signal HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
    'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nX-Forwarded-For: 203.0.113.9\r\n\r\n';
  const answers = { accepted: 0, rejected: 0, broken: 0 };
  const sockets = Array.from({ length: 4_000 }, () => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(head));
    socket.once('data', (data) => {
      answers[String(data).startsWith('HTTP/1.1 101') ? 'accepted' : 'rejected'] += 1;
    });
    socket.on('error', () => {
      answers.broken += 1;
    });
    return socket;
  });
  await waitUntil(
    () => answers.accepted + answers.rejected + answers.broken >= sockets.length,
    'every socket to get an answer',
  );
  expect(answers.accepted).toBeLessThanOrEqual(200);
  expect((await fetch(`${product.url}/healthz`)).status).toBe(200);
  const { status } = await product.postLead({ phone_number: '+14155550239', fname: 'In', lname: 'Crowd' });
  expect(status).toBeLessThan(300);
  await expect(phone.heading('Incoming Lead!')).toBeVisible();
  for (const socket of sockets) socket.destroy();
});

test('a loaded phone says that the product is stopped, shows nothing stale, and reconnects automatically', async ({
  phone,
  product,
}) => {
  await waitUntil(() => phone.context.serviceWorkers()[0], 'the service worker to run');
  await product.stop();
  await phone.page.reload();
  await expect(phone.heading('Can’t reach Offhook')).toBeVisible();
  await expect(phone.navigation).toHaveCount(0);
  await product.start();
  await phone.ready();
});

import type { Browser } from '@playwright/test';
import { expect, findParty, PASSWORD, Phone, test, whoHearsWhom } from '../phone.ts';
import { type Product, waitUntil } from '../product.ts';

const LEAD = '+14155550233';

async function openBoard(browser: Browser, { url }: Product): Promise<Phone> {
  const board = await Phone.visit(browser, url, '/admin/');
  await board.signIn('supervisor@demo.test');
  await expect(board.heading('Live board')).toBeVisible();
  return board;
}

test('a supervisor logs in to the board, sees an agent ring, talk and wrap up, and listens', async ({
  browser,
  phone,
  product,
}) => {
  const board = await Phone.visit(browser, product.url, '/admin/');
  await board.page.getByLabel('Email').fill('supervisor@demo.test');
  await board.page.getByLabel('Password').fill(PASSWORD);
  await board.button('Log in').click();
  await expect(board.heading('Live board')).toBeVisible();
  await expect(board.page).toHaveURL(/\/admin\/?$/);

  const tile = board.row('Ann Reyes').first();
  const waiting = board.page.getByRole('region', { name: 'Waiting leads' });
  await expect(tile).toHaveAttribute('data-state', 'available');
  await product.postLead({ phone_number: LEAD, fname: 'Grace', lname: 'Waiting' });
  await expect(phone.heading('Incoming Lead!')).toBeVisible();
  await expect(tile).toHaveAttribute('data-state', 'ringing');
  await expect(tile).toContainText('Grace Waiting');
  await expect(waiting).toContainText('Grace Waiting');
  await phone.button('Call').click();
  await phone.talks();
  await findParty(product, LEAD);
  await expect(tile).toHaveAttribute('data-state', 'oncall');
  await expect(waiting).not.toContainText('Grace Waiting');

  // A phone that is open elsewhere is rung.
  const listen = tile.getByRole('button', { name: 'Listen', exact: true });
  const supervisorPhone = await Phone.beside(board, product.url);
  await supervisorPhone.ready();
  // The phone answers only after the test has read the board’s message.
  await supervisorPhone.page.evaluate(() => {
    const { mediaDevices } = navigator;
    const open = mediaDevices.getUserMedia.bind(mediaDevices);
    const held = new Promise((resolve) => addEventListener('test-answers', resolve, { once: true }));
    mediaDevices.getUserMedia = async (constraints) => {
      await held;
      return open(constraints);
    };
  });
  await board.page.bringToFront();
  await listen.click();
  await expect(board.page.getByText('Connecting your phone to listen to Ann Reyes.')).toBeVisible();
  await supervisorPhone.page.evaluate(() => dispatchEvent(new Event('test-answers')));
  // Firefox opens a microphone only in the foreground tab.
  await supervisorPhone.page.bringToFront();
  await supervisorPhone.talks();
  await supervisorPhone.hearsSpeech();
  await expect(board.page.locator('iframe')).toHaveCount(0);
  await board.page.bringToFront();
  await expect(board.page.getByText('Connecting your phone to listen to Ann Reyes.')).toHaveCount(0);
  await expect(listen).toHaveCount(0);

  await phone.hangUp();
  await expect(tile).toHaveAttribute('data-state', 'wrapup');
  await expect(tile).toContainText('Call Result');
  await board.close();
});

test('without an open phone, the console opens one, which whispers, is asked about and leaves the call running', async ({
  browser,
  phone,
  product,
}) => {
  await phone.talkTo(LEAD);
  await findParty(product, LEAD);
  const board = await openBoard(browser, product);
  const tile = board.row('Ann Reyes').first();
  await expect(tile).toHaveAttribute('data-state', 'oncall');
  await expect(board.page.locator('iframe')).toHaveCount(0);

  await tile.getByRole('button', { name: 'Whisper', exact: true }).click();
  const own = board.page.getByRole('region', { name: 'Your phone' });
  await expect(own).toBeVisible();
  const framed = own.locator('iframe').contentFrame();
  const hearing = framed.locator('[data-part="hearing"]');
  await expect(framed.getByRole('timer')).toHaveText(/^\d\d:\d\d$/);
  await expect(hearing).toHaveText('Only the agent can hear you.');
  await expect(phone.page.locator('[data-part="supervisor"]')).toHaveText(
    'Sam Whitfield is whispering to you',
  );
  await waitUntil(async () => {
    const heard = await whoHearsWhom(product);
    const counts = Object.values(heard).map(({ length }) => length);
    return heard[LEAD]?.length === 1 && counts.sort().join() === '1,2,2';
  }, 'the agent and the supervisor to hear two parties, and the lead one');
  const energy = async () =>
    board.page
      .frames()
      .at(-1)
      ?.evaluate(async () => {
        const stats = await Promise.all((window.offhookPeers ?? []).map((peer) => peer.getStats()));
        return stats
          .flatMap((report) => [...report.values()] as { type: string; totalAudioEnergy?: number }[])
          .filter(({ type }) => type === 'inbound-rtp')
          .reduce((sum, { totalAudioEnergy = 0 }) => sum + totalAudioEnergy, 0);
      });
  await waitUntil(async () => ((await energy()) ?? 0) > 0.001, 'the framed phone to hear speech');

  // Wide enough for the board beside the phone.
  await board.page.setViewportSize({ width: 1280, height: 800 });
  await tile.getByRole('button', { name: 'Barge', exact: true }).click();
  await expect(hearing).toHaveText('Everyone can hear you.');
  await expect(phone.page.locator('[data-part="supervisor"]')).toHaveText(
    'Sam Whitfield has joined the call',
  );
  await waitUntil(
    async () => (await whoHearsWhom(product))[LEAD]?.length === 2,
    'the lead to hear the agent and the supervisor',
  );
  await tile.getByRole('button', { name: 'Whisper', exact: true }).click();
  await expect(hearing).toHaveText('Only the agent can hear you.');
  await waitUntil(
    async () => (await whoHearsWhom(product))[LEAD]?.length === 1,
    'the lead to hear only the agent again',
  );

  const close = own.getByRole('button', { name: 'Close your phone' });
  await close.click();
  await board.page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(hearing).toHaveText('Only the agent can hear you.');
  await close.click();
  await board.page.getByRole('alertdialog').getByRole('button', { name: 'Leave the call' }).click();
  await expect(own).toHaveCount(0);
  await expect(phone.page.locator('[data-part="supervisor"]')).toHaveCount(0);
  await phone.hearsSpeech();
  await phone.hangUp();
  await board.close();
});

test('a supervisor who barged and closes the phone after the agent hung up ends the call of the lead', async ({
  browser,
  phone,
  product,
}) => {
  await phone.talkTo(LEAD);
  await findParty(product, LEAD);
  const board = await openBoard(browser, product);
  await board.row('Ann Reyes').first().getByRole('button', { name: 'Barge', exact: true }).click();
  await waitUntil(
    async () => (await whoHearsWhom(product))[LEAD]?.length === 2,
    'the lead to hear the agent and the supervisor',
  );
  await phone.hangUp();
  await waitUntil(
    async () => (await whoHearsWhom(product))[LEAD]?.length === 1,
    'the lead to hear only the supervisor',
  );

  const own = board.page.getByRole('region', { name: 'Your phone' });
  await own.getByRole('button', { name: 'Close your phone' }).click();
  await board.page.getByRole('alertdialog').getByRole('button', { name: 'Leave the call' }).click();
  await expect(own).toHaveCount(0);
  await waitUntil(async () => !(LEAD in (await whoHearsWhom(product))), 'the lead’s call to end');
  await board.close();
});

test('a reload of the console during a barge asks first, then ends the barge for good', async ({
  browser,
  phone,
  product,
}) => {
  await phone.talkTo(LEAD);
  await findParty(product, LEAD);
  const board = await openBoard(browser, product);
  const tile = board.row('Ann Reyes').first();
  const barge = tile.getByRole('button', { name: 'Barge', exact: true });
  const heard = phone.page.locator('[data-part="supervisor"]');
  await barge.click();
  await expect(heard).toHaveText('Sam Whitfield has joined the call');

  const questions: string[] = [];
  board.page.on('dialog', (dialog) => {
    questions.push(dialog.type());
    void dialog.accept();
  });
  await board.page.reload();
  expect(questions).toEqual(['beforeunload']);
  await expect(heard).toHaveCount(0);
  await expect(barge).toBeVisible();

  const again = await Phone.beside(board, product.url);
  await again.ready();
  await expect(heard).toHaveCount(0);
  await expect(again.page.getByRole('timer')).toHaveCount(0);
  await phone.hearsSpeech();
  await phone.hangUp();
  await board.close();
});

test('the board fetches only changes, and the whole board after the server restarted', async ({
  browser,
  phone,
  product,
}) => {
  const board = await Phone.visit(browser, product.url, '/admin/');
  const answers: { readonly since: string | null; readonly agents: readonly unknown[] }[] = [];
  board.page.on('response', async (response) => {
    if (!response.url().includes('/console/board/changes') || !response.ok()) return;
    answers.push(await response.json().catch(() => ({ since: null, agents: [] })));
  });
  await board.page.getByLabel('Email').fill('supervisor@demo.test');
  await board.page.getByLabel('Password').fill(PASSWORD);
  await board.button('Log in').click();
  const tile = board.row('Ann Reyes').first();
  await expect(tile).toHaveAttribute('data-state', 'available');
  const whole = answers[0]?.agents.length ?? 0;
  expect(answers[0]?.since).toBeNull();

  await product.postLead({ phone_number: LEAD, fname: 'Grace', lname: 'Changes' });
  await expect(phone.heading('Incoming Lead!')).toBeVisible();
  await expect(tile).toHaveAttribute('data-state', 'ringing');
  // The page has shown a response whose body the test may still be reading.
  await expect.poll(() => answers.length).toBeGreaterThan(1);
  const later = answers.slice(1);
  expect(later.every(({ since, agents }) => since !== null && agents.length < whole)).toBe(true);
  // Otherwise the phone rings into the next test.
  await phone.button('Ignore').click();
  await expect(tile).toHaveAttribute('data-state', 'available');

  const former = product.pidOf('server');
  answers.length = 0;
  product.kill('server');
  await product.waitForRestart('server', former);
  // The restart alone changes nothing that the board would hear of. A status needs no phone that is back yet.
  await phone.press('b');
  await phone.page.getByRole('menuitemradio', { name: /^Break/ }).click();
  await expect(tile).toHaveAttribute('data-state', 'unavailable');
  await expect.poll(() => answers.find(({ since }) => since === null)?.agents.length).toBe(whole);
  await phone.button('Go available').click();
  await expect(tile).toHaveAttribute('data-state', 'available');
  await board.close();
});

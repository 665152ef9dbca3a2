import { scaleTimeout } from '../../testing/timeout-factor.mjs';
import {
  BUSY,
  expect,
  findParty,
  LEAD,
  MAIN_LINE,
  Phone,
  test,
  waitForHangUps,
  whoHearsWhom,
} from '../phone.ts';
import { waitUntil } from '../product.ts';
import { expectPlayback } from '../recordings.ts';

/** A simulated party that leaves a voicemail and hangs up. */
const MESSENGER = '+14155550128';
const NEVER_ANSWERS = '+14155550101';

test('a call that no agent accepts shows as missed in the history, with the reason', async ({
  phone,
  product,
}) => {
  await product.postLead({ phone_number: '+14155550142', fname: 'No', lname: 'Body' });
  await expect(phone.heading('Incoming Lead!')).toBeVisible();
  await expect(phone.navigation).toBeVisible({ timeout: scaleTimeout(40_000) });
  await phone.navigation.getByRole('button', { name: 'History' }).click();
  const row = phone.page.getByRole('row').filter({ hasText: 'No Body' }).first();
  await expect(row).toContainText('Missed');
  await expect(row).toContainText('No agents answered');
});

test('a caller that no agent answers leaves a voicemail, and the agent plays it from the history', async ({
  phone,
  product,
}) => {
  test.slow();
  await product.callIn(MESSENGER, MAIN_LINE);
  await expect(phone.heading('Main line')).toBeVisible();
  await phone.button('Ignore').click();
  await expect(phone.navigation).toBeVisible();
  const row = phone.page.getByRole('row').filter({ hasText: '(415) 555-0128' }).first();
  await waitUntil(
    async () => {
      await phone.openHistory();
      await expect(row).toContainText('No agents answered');
      const hasVoicemail = (await row.locator('audio').count()) === 1;
      if (!hasVoicemail) await phone.button('Close').click();
      return hasVoicemail;
    },
    'the voicemail to appear in the history',
    90_000,
  );
  await expect(row).toContainText('Missed');
  await expectPlayback(row);
  await waitUntil(async () => (await product.lines()).length === 0, 'the caller to hang up');
});

test('an agent without permissions has neither Retry nor SMS, and Voicemail is the only result', async ({
  browser,
  product,
}) => {
  const plain = await Phone.open(browser, product.url, 'plain@demo.test');
  await plain.newCall(BUSY);
  await expect(plain.heading('Call Result')).toBeVisible();
  await expect(plain.button('Retry')).toHaveCount(0);
  await expect(plain.button('SMS')).toHaveCount(0);
  await plain.button('Voicemail').click();
  await expect(plain.heading('Thank you!')).toBeVisible();
  await plain.close();
});

test('the other tab continues at the result view when the phone’s tab is closed', async ({
  phone,
  product,
}) => {
  const second = await Phone.beside(phone, product.url);
  await second.ready();
  await phone.newCall(LEAD, { first: 'Re', last: 'Sult' });
  await findParty(product, LEAD);
  await second.button('Hang Up').click();
  await expect(phone.heading('Call Result')).toBeVisible();
  await phone.page.close();
  await second.button('Contacted').click();
  await expect(second.heading('Tags & Stages')).toBeVisible();
  await second.button('Skip').click();
  await expect(second.heading('Thank you!')).toBeVisible();
  await second.button('Done').click();
  await second.ready();
});

test('a page reloaded during hold returns to the call, which is still on hold', async ({
  phone,
  product,
}) => {
  await phone.talkTo(LEAD);
  await findParty(product, LEAD);
  await phone.button('Hold').click();
  await expect(phone.button('Resume')).toBeVisible();
  await phone.page.reload();
  await expect(phone.button('Resume')).toBeVisible();
  await phone.button('Resume').click();
  await expect(phone.button('Hold')).toBeVisible();
  await phone.hearsSpeech();
  await phone.hangUp();
  await waitForHangUps(product);
});

test('a transfer to a team rings its available agents', async ({ phone, other, product }) => {
  await phone.talkTo(LEAD, { first: 'Tara', last: 'Transferred' });
  await findParty(product, LEAD);
  await phone.button('Transfer').click();
  await phone.page.getByRole('radio', { name: 'Team' }).check();
  await phone.row('Support').getByRole('button', { name: 'Call', exact: true }).click();
  await expect(other.page.getByRole('alertdialog', { name: 'Incoming Transfer!' })).toBeVisible();
  await other.button('Accept').click();
  await other.talks();
  await other.hearsSpeech();
  await expect(phone.heading('Call Result')).toBeVisible();
  await other.hangUp();
  await waitForHangUps(product);
});

test('a colleague whose page crashes becomes unavailable in an open list', async ({
  browser,
  phone,
  product,
}) => {
  const other = await Phone.open(browser, product.url, 'agent2@demo.test');
  await phone.talkTo(LEAD);
  await phone.button('Transfer').click();
  await phone.page.getByLabel('Status').selectOption('All Statuses');
  await expect(phone.row('Ben Okafor')).toContainText('Available');
  const crashed = other.page.waitForEvent('crash');
  void other.page.goto('chrome://crash').catch(() => null);
  await crashed;
  await expect(phone.row('Ben Okafor')).toContainText('Unavailable', { timeout: scaleTimeout(40_000) });
  await other.context.close();
  await phone.press('Escape');
  await phone.hangUp();
  await waitForHangUps(product);
});

test('a colleague is invited into the call from the Transfer selector', async ({
  phone,
  supervisor,
  product,
}) => {
  await supervisor.talkTo(LEAD);
  await findParty(product, LEAD);
  await supervisor.button('Transfer').click();
  await supervisor.page.getByRole('radio', { name: 'Conference' }).check();
  await expect(supervisor.heading('Conference')).toBeVisible();
  await supervisor.row('Ann Reyes').getByRole('button', { name: 'Call', exact: true }).click();
  await expect(phone.page.getByRole('alertdialog', { name: 'Incoming Conference!' })).toBeVisible();
  await phone.button('Call').click();
  await phone.talks();
  await waitUntil(async () => {
    const heard = Object.values(await whoHearsWhom(product));
    return heard.length === 3 && heard.every((voices) => voices.length === 2);
  }, 'all three parties to hear each other');
  await phone.hangUp();
  await supervisor.hearsSpeech();
  await supervisor.hangUp();
  await waitForHangUps(product);
});

test('a page reloaded while the lead’s phone rings returns to the same call', async ({ phone, product }) => {
  await phone.newCall(NEVER_ANSWERS, { first: 'Slow', last: 'Lead' });
  const ringingSid = async () => {
    const lines = await product.lines();
    const lead = lines.find(({ kind, to }) => kind === 'carrier' && to === NEVER_ANSWERS);
    return lead?.status === 'ringing' ? lead.call_sid : null;
  };
  const before = await waitUntil(ringingSid, 'the lead to ring');
  await phone.page.reload();
  await expect(phone.button('Hang Up')).toBeVisible();
  await expect(phone.heading('Slow Lead')).toBeVisible();
  expect(await ringingSid()).toBe(before);
  await phone.hangUp();
  await waitForHangUps(product);
});

import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { until } from '../../testing/until.ts';
import { openPhoneWorld, type PhoneWorld } from '../browser.ts';
import type { Line } from '../world.ts';

let world: PhoneWorld;
let handset: Page;
const businessNumber = '+14155550199';
const number = '+14155550107';

beforeAll(async () => {
  world = await openPhoneWorld();
  await world.client.incomingPhoneNumbers.create({
    phoneNumber: businessNumber,
    friendlyName: 'Main line',
    voiceUrl: world.url('/voice'),
    smsUrl: world.url('/sms'),
  });
  return () => world.close();
});

beforeEach(async () => {
  handset = await world.browser.page(`http://localhost:${world.voice.port}/handset`);
  await handset.getByRole('status').getByText('Ready').waitFor();
});

const button = (name: string) => handset.getByRole('button', { name, exact: true });
const status = (text: string) => handset.getByRole('status').getByText(text).waitFor();

async function expectAccessible(): Promise<void> {
  const { violations } = await new AxeBuilder({ page: handset }).analyze();
  expect(violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join(' ')}`)).toEqual([]);
}

const line = (condition: (one: Line) => boolean, what: string) =>
  until(async () => (await world.lines()).find(condition), what);

test('the handset rings, answers, talks, presses keys and hangs up', async () => {
  world.on('/menu', '<Gather numDigits="2" timeout="60" action="/pressed"/>');
  world.on('/pressed', '<Say loop="0">Thank you</Say>');
  const call = await world.dial(number, { url: world.url('/menu') });
  await status('Incoming call');
  await expectAccessible();
  expect(await world.status(call.sid)).toBe('ringing');
  await button('Answer').click();
  await status('On call');
  await expectAccessible();
  await line((one) => one.call_sid === call.sid && one.level_in > 0.01, 'audio from the handset');
  await button('4').click();
  await button('2').click();
  expect((await world.waitForPath('/pressed')).params['Digits']).toBe('42');
  await line((one) => one.call_sid === call.sid && one.level_out > 0.01, 'audio to the handset');
  await button('Hang up').click();
  await status('Ready');
  await world.waitForStatus(call.sid, 'completed');
});

test('a declined call ends as busy, and a canceled call stops ringing', async () => {
  world.on('/menu', '');
  const options = { url: world.url('/menu') };
  const declined = await world.dial(number, options);
  await status('Incoming call');
  await button('Decline').click();
  await world.waitForStatus(declined.sid, 'busy');
  await status('Ready');
  const canceledCall = await world.dial(number, options);
  await status('Incoming call');
  await world.client.calls(canceledCall.sid).update({ status: 'canceled' });
  await status('Ready');
});

test('the handset dials the business numbers', async () => {
  world.on('/voice', '<Dial><Number>+14155550100</Number></Dial>');
  await expectAccessible();
  await handset.getByRole('combobox', { name: 'Number to call' }).selectOption('Main line +1 415 555 0199');
  await button('Call').click();
  const hook = await world.waitForPath('/voice');
  expect(hook.params).toMatchObject({ From: number, To: businessNumber, Direction: 'inbound' });
  await status('On call');
  await line(
    (one) => one.call_sid === hook.params['CallSid'] && one.level_out > 0.01,
    'audio from the callee',
  );
  await handset.close();
  await world.waitForStatus(hook.params['CallSid'] ?? '', 'completed');
});

test('the handset shows texts and sends replies', async () => {
  await world.client.messages.create({ to: number, from: businessNumber, body: 'How are you?' });
  await handset.getByRole('listitem').getByText('How are you?').waitFor();
  await handset.getByRole('textbox', { name: 'Text' }).fill('Fine, thanks');
  await button('Send').click();
  await handset.getByRole('listitem').getByText('Fine, thanks').waitFor();
  const hook = await world.waitForPath('/sms');
  expect(hook.params).toMatchObject({ From: number, To: businessNumber, Body: 'Fine, thanks' });
  await expectAccessible();
  await handset.reload();
  await handset.getByRole('listitem').getByText('How are you?').waitFor();
});

test('a page from another origin cannot connect to the handset socket', async () => {
  const other = await world.browser.page(world.url('/elsewhere'));
  const outcome = await other.evaluate(
    (address) =>
      new Promise((resolve) => {
        const socket = new WebSocket(address);
        socket.onopen = () => resolve('open');
        socket.onerror = () => resolve('refused');
      }),
    `ws://localhost:${world.voice.port}/handset/socket`,
  );
  expect(outcome).toBe('refused');
});

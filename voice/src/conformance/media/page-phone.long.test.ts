import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { beforeAll, expect, test } from 'vitest';
import { openChromium } from '../../testing/chromium.ts';
import { until } from '../../testing/until.ts';
import { openPhoneWorld, type PhoneWorld } from '../browser.ts';
import type { Line } from '../world.ts';

let world: PhoneWorld;
const businessNumber = '+14155550199';

beforeAll(async () => {
  world = await openPhoneWorld({ VOICE_PAGE: '1' });
  await world.client.incomingPhoneNumbers.create({
    phoneNumber: businessNumber,
    friendlyName: 'Main line',
    voiceUrl: world.url('/voice'),
  });
  return () => world.close();
});

const address = () => `http://localhost:${world.voice.port}/`;

async function showPhone(page: Page) {
  const phone = page.getByRole('region', { name: 'Phone' });
  if (!(await phone.isVisible())) await page.getByRole('button', { name: 'Phone', exact: true }).click();
  return phone;
}

/** The page with its phone turned on. */
async function openPhone(number: string, page?: Page) {
  const opened = page ?? (await world.browser.page(address()));
  const phone = await showPhone(opened);
  await phone.getByRole('textbox', { name: 'Number of this phone' }).fill(number);
  await phone.getByRole('button', { name: 'Turn on' }).click();
  const status = (text: string) => phone.getByRole('status').getByText(text, { exact: true }).waitFor();
  await status('Ready');
  return {
    page: opened,
    status,
    button: (name: string) => phone.getByRole('button', { name, exact: true }),
    field: (name: string) => phone.getByRole('combobox', { name }).or(phone.getByRole('textbox', { name })),
    alert: phone.getByRole('alert'),
    expectAccessible: async () => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await opened.emulateMedia({ colorScheme });
        const { violations } = await new AxeBuilder({ page: opened }).include('section').analyze();
        expect(violations.map((one) => `${one.id}: ${one.nodes.map(({ html }) => html).join(' ')}`)).toEqual(
          [],
        );
      }
    },
  };
}

const line = (condition: (one: Line) => boolean, what: string) =>
  until(async () => (await world.lines()).find(condition), what);

test('a phone in the page rings, answers, talks, presses keys and hangs up', async () => {
  world.on('/menu', '<Gather numDigits="3" timeout="60" action="/pressed"/>');
  world.on('/pressed', '<Say loop="0">Thank you</Say>');
  const phone = await openPhone('+1 415 555 0107');
  await phone.expectAccessible();
  const call = await world.dial('+14155550107', { url: world.url('/menu') });
  await phone.status('Incoming call');
  await phone.expectAccessible();
  await phone.button('Answer').click();
  await phone.status('On call');
  await phone.expectAccessible();
  await line((one) => one.call_sid === call.sid && one.level_in > 0.01, 'audio from the page');
  await phone.button('4').click();
  await phone.page.keyboard.press('2');
  await phone.page.keyboard.press('#');
  await phone.button('0').click();
  expect((await world.waitForPath('/pressed')).params['Digits']).toBe('42');
  await line((one) => one.call_sid === call.sid && one.level_out > 0.01, 'audio to the page');
  await phone.button('Hang up').click();
  await phone.status('Ready');
  await world.waitForStatus(call.sid, 'completed');
});

test('a phone writes a text to a business number', async () => {
  world.on('/sms', '<Message>Thank you</Message>');
  const number = '+14155550198';
  await world.client.incomingPhoneNumbers.create({ phoneNumber: number, smsUrl: world.url('/sms') });
  const phone = await openPhone('+14155550169');
  await phone.field('Number to call or text').fill('+14155550100');
  await phone.field('Text message').fill('Hello');
  await phone.button('Send').click();
  await phone.alert.getByText('Only a business number receives texts.').waitFor();
  await phone.field('Number to call or text').fill(number);
  await phone.field('Text message').fill('Hello');
  await phone.button('Send').click();
  expect((await world.waitForPath('/sms')).params).toMatchObject({
    ...{ From: '+14155550169', To: number, Body: 'Hello' },
  });
  expect(await phone.field('Text message').inputValue()).toBe('');
  await phone.alert.waitFor({ state: 'hidden' });
});

test('two pages with two numbers call each other through a business number, and a reload keeps the phone', async () => {
  world.on('/voice', '<Dial><Number>+14155550171</Number></Dial>');
  const [caller, callee] = await Promise.all([openPhone('+14155550170'), openPhone('+14155550171')]);
  await callee.page.reload();
  await callee.status('Ready');
  await caller.field('Number to call').fill('+1 415 555 0199');
  await caller.button('Call').click();
  await callee.status('Incoming call');
  expect((await world.waitForPath('/voice')).params).toMatchObject({
    From: '+14155550170',
    To: businessNumber,
  });
  await callee.button('Answer').click();
  await Promise.all([caller.status('On call'), callee.status('On call')]);
  for (const [from, to] of [
    ['+14155550170', businessNumber],
    ['+14155550170', '+14155550171'],
  ])
    await line(
      (one) => one.from === from && one.to === to && one.level_in > 0.01 && one.level_out > 0.01,
      `both directions of the call to ${to}`,
    );
  await callee.page.close();
  await caller.status('Ready');
});

test('a hidden phone appears when it rings, and keeps its call', async () => {
  world.on('/quiet', '<Pause length="120"/>');
  const phone = await openPhone('+14155550168');
  const hide = phone.page.getByRole('button', { name: 'Hide the phone' });
  await hide.click();
  const call = await world.dial('+14155550168', { url: world.url('/quiet') });
  await phone.status('Incoming call');
  await phone.button('Answer').click();
  await phone.status('On call');
  await hide.click();
  await phone.button('Hang up').waitFor({ state: 'hidden' });
  await phone.page.getByRole('button', { name: 'Phone', exact: true }).click();
  await phone.status('On call');
  await phone.button('Hang up').click();
  await world.waitForStatus(call.sid, 'completed');
});

test('a phone declines, and stops ringing when the caller gives up', async () => {
  world.on('/menu', '');
  const phone = await openPhone('+14155550172');
  const declined = await world.dial('+14155550172', { url: world.url('/menu') });
  await phone.status('Incoming call');
  await phone.button('Decline').click();
  await world.waitForStatus(declined.sid, 'busy');
  await phone.status('Ready');
  const canceled = await world.dial('+14155550172', { url: world.url('/menu') });
  await phone.status('Incoming call');
  await world.client.calls(canceled.sid).update({ status: 'canceled' });
  await phone.status('Ready');
});

test('a phone without a microphone says typed texts', async () => {
  const context = await (await openChromium()).newContext({ permissions: [] });
  try {
    const page = await context.newPage();
    await page.addInitScript(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new Error('no microphone'));
    });
    await page.goto(address());
    const phone = await openPhone('+14155550173', page);
    world.on('/quiet', '<Pause length="120"/>');
    const call = await world.dial('+14155550173', { url: world.url('/quiet') });
    await phone.status('Incoming call');
    await phone.button('Answer').click();
    await phone.status('On call');
    await page.getByText('No microphone: type what to say.').waitFor();
    await line((one) => one.call_sid === call.sid && one.sends === 'silence', 'silence from the page');
    await phone.field('Text to say').fill('Hello, this is a test of my voice.');
    await phone.button('Say').click();
    await line((one) => one.call_sid === call.sid && one.level_in > 0.01, 'the spoken text');
    await world.hangUp(call.sid);
    await phone.status('Ready');
  } finally {
    await context.close();
  }
});

test('a phone refuses a business number and what is no number, and reports a number that can’t be called', async () => {
  const page = await world.browser.page(address());
  const phone = await showPhone(page);
  const number = phone.getByRole('textbox', { name: 'Number of this phone' });
  await number.fill('0107');
  await phone.getByRole('button', { name: 'Turn on' }).click();
  await phone.getByRole('alert').getByText('Enter + and 7 to 15 digits').waitFor();
  await number.fill(businessNumber);
  await phone.getByRole('button', { name: 'Turn on' }).click();
  await phone.getByRole('alert').getByText('A webhook answers this number.').waitFor();
  await phone.getByRole('status').getByText('Not connected', { exact: true }).waitFor();
  expect(await phone.getByRole('button').allTextContents()).toEqual(['Back']);
  await phone.getByRole('button', { name: 'Back' }).click();
  const held = await openPhone('+14155550174', page);
  await held.field('Number to call').fill('+14155550100');
  await held.button('Call').click();
  await held.alert.getByText('Couldn’t call this number.').waitFor();
  await held.status('Ready');
});

/** Copies everything that the page plays to an analyser, which the test reads. */
function tapOutput(): void {
  const analysers: AnalyserNode[] = [];
  Object.assign(globalThis, { analysers });
  const connect = AudioNode.prototype.connect as (this: AudioNode, to: AudioNode) => AudioNode;
  const copying = function (this: AudioNode, to: AudioNode) {
    if (to instanceof AudioDestinationNode) {
      const analyser = new AnalyserNode(this.context, { fftSize: 2_048, smoothingTimeConstant: 0 });
      analysers.push(analyser);
      connect.call(this, analyser);
    }
    return connect.call(this, to);
  };
  Object.assign(AudioNode.prototype, { connect: copying });
}

/** The loudest frequency of the newest sound of the page, in hertz; 0 if it's silent. */
function loudestFrequency(): number {
  const { analysers } = globalThis as unknown as { readonly analysers: readonly AnalyserNode[] };
  const analyser = analysers.at(-1);
  if (analyser?.context.state !== 'running') return 0;
  const levels = new Float32Array(analyser.frequencyBinCount);
  analyser.getFloatFrequencyData(levels);
  const loudest = levels.indexOf(Math.max(...levels));
  if ((levels[loudest] ?? Number.NEGATIVE_INFINITY) < -60) return 0;
  return (loudest * analyser.context.sampleRate) / analyser.fftSize;
}

test('the page plays what a party hears, what it says, and nothing after the call', async () => {
  const call = await world.dial('+14155550130', { twiml: '<Response><Dial>+14155550131</Dial></Response>' });
  const second = await line(
    (one) => one.to === '+14155550131' && one.hears.includes(call.sid),
    'the second phone to hear the first',
  );
  for (const [call_sid, frequency] of [
    [call.sid, 500],
    [second.call_sid, 900],
  ] as const)
    await world.lab('/controls', { control: 'tone', call_sid, frequency });
  const page = await world.browser.page('about:blank');
  await page.addInitScript(tapOutput);
  await page.goto(address());
  const plays = (frequency: number) =>
    until(
      async () => Math.abs((await page.evaluate(loudestFrequency)) - frequency) < 10,
      `${frequency} Hz in the page`,
    );
  await page.getByText('+1 415 555 0130').or(page.getByText('+14155550130')).first().click();
  const listen = page.getByRole('button', { name: `Listen to ${call.sid}` });
  await listen.click();
  await plays(900);
  const side = page.getByRole('combobox', { name: `What to play of ${call.sid}` });
  await side.selectOption({ label: 'What it says' });
  await plays(500);
  // The page's own skip link is outside its landmarks.
  const { violations } = await new AxeBuilder({ page }).disableRules('region').analyze();
  expect(
    violations.map(
      (one) => `${one.id}: ${one.nodes.map(({ html, failureSummary }) => html + failureSummary).join(' ')}`,
    ),
  ).toEqual([]);
  await page.getByRole('button', { name: `Stop listening to ${call.sid}` }).click();
  await until(async () => (await page.evaluate(loudestFrequency)) === 0, 'silence after Stop');
  await listen.click();
  await plays(500);
  await world.hangUp(call.sid);
  await until(async () => (await page.evaluate(loudestFrequency)) === 0, 'silence after the call');
});

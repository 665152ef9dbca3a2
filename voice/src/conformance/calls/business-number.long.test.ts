import { beforeAll, test } from 'vitest';
import { until } from '../../testing/until.ts';
import { openPage, openTalkingPage } from '../page-socket.ts';
import { type Line, openWorld, type World } from '../world.ts';

let world: World;
const businessNumber = '+14155550199';

beforeAll(async () => {
  world = await openWorld();
  await world.client.incomingPhoneNumbers.create({ phoneNumber: businessNumber });
  world.on('/wait', '<Pause length="120"/>');
  return () => world.close();
});

let count = 0;

async function number(inner: string, more: object = {}) {
  count += 1;
  const [path, phoneNumber] = [`/number-${count}`, `+1415557${String(count).padStart(4, '0')}`];
  world.on(path, inner);
  await world.client.incomingPhoneNumbers.create({ phoneNumber, voiceUrl: world.url(path), ...more });
  return { path, phoneNumber };
}

test.concurrent("a call to a business number that the REST API places becomes an inbound call with the number's webhook and callback", async ({
  expect,
}) => {
  const { path, phoneNumber } = await number('<Gather numDigits="2" timeout="60" action="/typed"/>', {
    statusCallback: world.url('/number-over'),
  });
  world.on('/typed', '<Pause length="120"/>');
  const call = await world.dial(phoneNumber, {
    sendDigits: 'w12',
    statusCallback: world.url('/call-status'),
    statusCallbackEvent: ['ringing', 'answered', 'completed'],
  });
  const { signed, params } = await world.waitForPath(path);
  expect(signed).toBe(true);
  expect(params).toMatchObject({
    Direction: 'inbound',
    CallStatus: 'ringing',
    From: businessNumber,
    To: phoneNumber,
    Called: phoneNumber,
  });
  expect(params['CallSid']).not.toBe(call.sid);
  expect(params['ParentCallSid']).toBeUndefined();
  const arrived = params['CallSid'] ?? '';
  expect((await world.waitForPath('/typed')).params).toMatchObject({ CallSid: arrived, Digits: '12' });
  expect(
    (await world.waitForPath('/wait', (callback) => callback['CallSid'] === call.sid)).params,
  ).toMatchObject({
    Direction: 'outbound-api',
    CallStatus: 'in-progress',
  });
  expect(await world.client.calls(arrived).fetch()).toMatchObject({
    direction: 'inbound',
    status: 'in-progress',
    from: businessNumber,
    to: phoneNumber,
    parentCallSid: null,
  });
  await world.client.calls(call.sid).update({ status: 'completed' });
  expect((await world.waitForPath('/number-over')).params).toMatchObject({
    CallSid: arrived,
    CallStatus: 'completed',
  });
  expect(
    (await world.waitForPath('/call-status', (callback) => callback['CallStatus'] === 'completed')).params,
  ).toMatchObject({
    CallSid: call.sid,
  });
  await world.waitForStatus(arrived, 'completed');
});

test.concurrent('a page that dials a business number talks with the phone in the number’s TwiML', async ({
  expect,
}) => {
  const { phoneNumber } = await number('<Dial><Number>+14155550106</Number></Dial>');
  world.on('/dial-number', `<Dial callerId="${businessNumber}">${phoneNumber}</Dial>`);
  const sid = await world.application('/dial-number');
  const page = await openTalkingPage(world, 'dialer', sid);
  const [child] = await world.client.calls.list({ parentCallSid: page.sid });
  expect(child).toMatchObject({ direction: 'outbound-dial', to: phoneNumber, status: 'in-progress' });
  const [arrived] = (await world.client.calls.list({ to: phoneNumber })).filter(
    (one) => one.direction === 'inbound',
  );
  expect(arrived).toMatchObject({ from: businessNumber, status: 'in-progress' });
  // Tones pass through all legs in both directions.
  const dialedCall = await until(
    async () =>
      (await world.client.calls.list({ parentCallSid: arrived?.sid ?? '', status: 'in-progress' }))[0],
    'the call that the number’s TwiML places',
  );
  const hears = (sid: string, frequency: number) =>
    until(async () => {
      const { lines } = await world.lab<{ lines: Line[] }>(`/lines?tones=${frequency}`);
      return (lines.find((one) => one.call_sid === sid)?.tones[0] ?? 0) > 0.1;
    }, `${frequency} Hz`);
  await world.lab('/controls', { control: 'tone', call_sid: dialedCall.sid, frequency: 700 });
  await hears(page.sid, 700);
  page.send('dtmf', { callsid: page.sid, dtmf: '1'.repeat(20) });
  await hears(dialedCall.sid, 697);
  page.send('hangup', { callsid: page.sid });
  for (const one of [page.sid, child?.sid ?? '', arrived?.sid ?? ''])
    await world.waitForStatus(one, 'completed');
  await page.close();
});

test.concurrent.for([
  ['<Reject reason="busy"/>', 'busy'],
  ['<Reject/>', 'no-answer'],
  ['<Nonsense/>', 'failed'],
] as const)(
  'a Dial of a number whose webhook returns %s ends as %s',
  async ([inner, dialStatus], { expect }) => {
    const { phoneNumber } = await number(inner);
    const { phoneNumber: front, path } = await number(
      `<Dial action="/after-${dialStatus}"><Number>${phoneNumber}</Number></Dial>`,
    );
    await world.lab('/calls', { from: '+14155550106', to: front });
    await world.waitForPath(path);
    expect((await world.waitForPath(`/after-${dialStatus}`)).params).toMatchObject({
      DialCallStatus: dialStatus,
    });
  },
);

test.concurrent('the first side to hang up ends both calls', async ({ expect }) => {
  const { path, phoneNumber } = await number('<Pause length="1"/><Say>Bye</Say>');
  const call = await world.dial(phoneNumber);
  const arrived = (await world.waitForPath(path)).params['CallSid'] ?? '';
  await world.waitForStatus(call.sid, 'completed');
  expect(await world.status(arrived)).toBe('completed');

  const { path: slow, phoneNumber: ringing } = await number('<Pause length="120"/>');
  const other = await world.dial(ringing);
  const ringingInbound = (await world.waitForPath(slow)).params['CallSid'] ?? '';
  await world.client.calls(other.sid).update({ status: 'canceled' });
  await world.waitForStatus(ringingInbound, 'canceled');
  expect(await world.status(other.sid)).toBe('canceled');
});

test.concurrent('a business number that dials itself is called at most twenty times', async ({ expect }) => {
  const again = `+1415557${String(count + 1).padStart(4, '0')}`;
  const { path, phoneNumber } = await number(`<Dial action="/loop-over">${again}</Dial>`);
  expect(phoneNumber).toBe(again);
  world.on('/loop-over', '<Hangup/>');
  const call = await world.dial(phoneNumber);
  expect((await world.waitForPath('/loop-over')).params).toMatchObject({ DialCallStatus: 'failed' });
  await world.waitForStatus(call.sid, 'completed');
  expect(world.requests.filter((hook) => hook.path === path)).toHaveLength(20);
  const [last] = (await world.client.calls.list({ to: phoneNumber, status: 'failed' })) ?? [];
  expect(last).toMatchObject({ direction: 'outbound-dial' });
});

test.concurrent('a business number without TwiML is a simulated phone', async () => {
  const call = await world.dial(businessNumber);
  await world.waitForLine(call.sid, (one) => one.level_in > 0.01, 'speech');
  await world.client.calls(call.sid).update({ status: 'completed' });
});

test.concurrent('the name and verification status of a caller reach the webhook and the browser', async ({
  expect,
}) => {
  const from = '+14155550108';
  const caller = { number: from, name: 'Ada Lovelace', stir_verstat: 'TN-Validation-Passed-A' };
  await world.lab('/callers', caller);
  expect(await world.lab('/callers')).toMatchObject({ callers: [caller] });
  const sid = await world.application('/verified');
  const page = await openPage(world, 'verified', sid);
  await page.register();
  const inner = '<Dial><Client>verified</Client></Dial>';
  const { path, phoneNumber } = await number(inner, { voiceCallerIdLookup: true });
  const callSid = await world.callIn(from, phoneNumber);
  expect((await world.waitForPath(path)).params).toMatchObject({
    From: from,
    CallerName: 'Ada Lovelace',
    StirVerstat: 'TN-Validation-Passed-A',
  });
  expect((await page.waitForFrame('invite'))['parameters']).toMatchObject({
    StirStatus: 'TN-Validation-Passed-A',
  });
  expect((await world.client.calls(callSid).fetch()).callerName).toBe('Ada Lovelace');
  await world.hangUp(callSid);

  // Without caller ID lookup, the webhook gets no name. For a removed caller, it gets no verification status either.
  const plain = await number('<Hangup/>');
  await world.lab('/calls', { from, to: plain.phoneNumber });
  const { params } = await world.waitForPath(plain.path);
  expect(params).toMatchObject({ StirVerstat: 'TN-Validation-Passed-A' });
  expect(params).not.toHaveProperty('CallerName');
  await world.lab('/callers', { number: from });
  const again = await number('<Hangup/>', { voiceCallerIdLookup: true });
  await world.lab('/calls', { from, to: again.phoneNumber });
  const unknownCaller = (await world.waitForPath(again.path)).params;
  expect(unknownCaller).not.toHaveProperty('CallerName');
  expect(unknownCaller).not.toHaveProperty('StirVerstat');
  await page.close();
});

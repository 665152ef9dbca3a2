import { beforeAll, test } from 'vitest';
import { until } from '../../testing/until.ts';
import { openPhoneWorld, type Phone, type PhoneWorld } from '../browser.ts';
import type { PhoneState } from '../page.ts';

let world: PhoneWorld;
let applicationSid: string;

beforeAll(async () => {
  world = await openPhoneWorld();
  world.on('/voice', (hook) => `<Response><Dial><Number>${hook.params['To']}</Number></Dial></Response>`);
  world.on('/wait', '<Pause length="60"/>');
  applicationSid = await world.application('/voice');
  return () => world.close();
});

async function ring(identity: string, path: string): Promise<string> {
  const call = await world.dial(`client:${identity}`, {
    statusCallback: world.url(path),
    statusCallbackEvent: ['initiated', 'ringing', 'answered', 'completed'],
  });
  return call.sid;
}

async function ended(path: string): Promise<Readonly<Record<string, string>>> {
  const hook = await world.waitForPath(path, (params) => params['CallDuration'] !== undefined);
  return hook.params;
}

const times = (state: PhoneState, event: string) =>
  state.calls[0]?.events.filter((one) => one === event).length ?? 0;

test.concurrent('two registrations of an identity ring; the first to answer gets the call, and the other is canceled', async ({
  expect,
}) => {
  const [one, other] = await Promise.all([world.phone('twins'), world.phone('twins')]);
  const sid = await ring('twins', '/twins');
  await one.waitForCalls();
  await other.waitForCalls();
  await one.do('accept', 0);
  await other.waitForEvent('cancel');
  await one.waitForOpen();
  await one.do('disconnect', 0);
  expect(await ended('/twins')).toMatchObject({ CallSid: sid, CallStatus: 'completed' });
});

test.concurrent('a call ends as busy if the page rejects it, and as canceled if the caller cancels it', async ({
  expect,
}) => {
  const phone = await world.phone('busy_one');
  await ring('busy_one', '/rejected');
  await phone.waitForCalls();
  await phone.do('reject', 0);
  expect(await ended('/rejected')).toMatchObject({ CallStatus: 'busy', SipResponseCode: '603' });

  const sid = await ring('busy_one', '/withdrawn');
  await phone.waitForCalls(2);
  await world.client.calls(sid).update({ status: 'canceled' });
  await phone.waitForEvent('cancel', 1);
  expect(await ended('/withdrawn')).toMatchObject({ CallStatus: 'canceled' });
});

test.concurrent('a call to an identity without registrations ends immediately', async ({ expect }) => {
  await ring('unregistered', '/unregistered');
  expect(await ended('/unregistered')).toMatchObject({ CallStatus: 'no-answer', SipResponseCode: '480' });
  // Callbacks use separate connections and may arrive out of order.
  const statuses = () =>
    world.requests.filter((one) => one.path === '/unregistered').map((one) => one.params['CallStatus']);
  await until(() => statuses().length >= 3, 'all statuses');
  expect(statuses().sort()).toEqual(['initiated', 'no-answer', 'ringing']);
});

test.concurrent('a cut socket reconnects without interrupting the call', async () => {
  const phone = await world.phone('cut_one', applicationSid);
  await phone.do('connect', { To: '+14155550106' });
  await phone.waitForOpen();
  const reconnections = (state: PhoneState) => times(state, 'reconnected');
  for (const round of ['once', 'twice']) {
    // Reconnected audio emits the same event.
    const before = reconnections(await phone.state());
    await world.lab('/controls', { control: 'cut', identity: 'cut_one' });
    await phone.until((state) => reconnections(state) > before, `the phone to reconnect ${round}`);
  }
  await until(async () => {
    const lines = await world.lines();
    return lines.find((line) => line.from === 'client:cut_one' && line.level_out > 0.01);
  }, 'the echo');
  await phone.until((state) => state.device === 'registered', 'the device to be registered again');
  await phone.do('updateToken', world.token('cut_one', applicationSid));
  await phone.waitForOpen();
  await phone.do('disconnect', 0);
  await phone.waitForClosed();
});

test.concurrent.for<[string, string, (phone: Phone) => Promise<unknown>]>([
  ['that is closed ends its call immediately', 'leaver', (phone) => phone.page.goto('about:blank')],
  [
    'that crashes ends its call after its reconnect timeout',
    'crasher',
    (phone) => phone.page.goto('chrome://crash').catch(() => null),
  ],
])('a page %s', async ([_, identity, leave], { expect }) => {
  const phone = await world.phone(identity, undefined, { maxCallSignalingTimeoutMs: 1_000 });
  await ring(identity, `/${identity}`);
  await phone.acceptCall();
  await leave(phone);
  expect(await ended(`/${identity}`)).toMatchObject({ CallStatus: 'completed' });
});

test.concurrent('a browser calls a browser with parameters, audio and user-defined messages', async ({
  expect,
}) => {
  const sid = await world.application('/person');
  const [caller, callee] = await Promise.all([world.phone('caller_1', sid), world.phone('callee_1')]);
  world.on(
    '/person',
    () =>
      '<Response><Dial answerOnBridge="true"><Client><Identity>callee_1</Identity>' +
      '<Parameter name="topic" value="a &amp; b"/><Parameter name="custom + 100%" value="我 + 不吃蛋"/>' +
      '<Parameter name="twice" value="1"/><Parameter name="twice" value="2"/></Client></Dial></Response>',
  );
  await caller.do('connect', { To: 'callee_1', 'Custom + 1': 'foo + bar & 100%=', 蛋: '我不吃蛋' });
  const request = await world.waitForPath('/person');
  expect(request.params).toMatchObject({ 'Custom + 1': 'foo + bar & 100%=', 蛋: '我不吃蛋' });
  const ringing = await callee.waitForCalls();
  expect(ringing.calls[0]?.custom).toEqual({
    topic: 'a & b',
    'custom + 100%': '我 + 不吃蛋',
    twice: '2',
  });
  expect(ringing.calls[0]?.parameters['From']).toBe('client:caller_1');
  // The second ringing event brings early media.
  const early = await caller.until((state) => times(state, 'ringing') === 2, 'early media');
  expect(early.calls[0]?.status).toBe('ringing');
  await callee.do('accept', 0);
  await caller.waitForOpen();
  await until(async () => {
    const lines = await world.lines();
    const both = lines.filter((line) => line.from === 'client:caller_1');
    return both.length === 2 && both.every((line) => line.level_out > 0.01);
  }, 'audio in both directions');

  const callSid = (await callee.state()).calls[0]?.parameters['CallSid'] ?? '';
  const call = world.client.calls(callSid);
  const message = await call.userDefinedMessages.create({ content: '{"note":"hello"}' });
  await callee.waitForEvent(`message ${message.sid} {"note":"hello"}`);
  const subscriptions = call.userDefinedMessageSubscriptions;
  const subscription = await subscriptions.create({ callback: world.url('/user-message') });
  for (const number of ['1', '2']) {
    const sid = await callee.do('send', 0, { reply: number });
    const received = await world.waitForPath(
      '/user-message',
      (params) => params['SequenceNumber'] === number,
    );
    expect(received).toMatchObject({
      signed: true,
      params: {
        CallSid: callSid,
        Sid: sid,
        Content: `{"reply":"${number}"}`,
        ContentType: 'application/json',
      },
    });
  }
  await callee.until((state) => times(state, 'messageSent') === 2, 'both acknowledgments');
  await callee.do('send', 0, { reply: 'no' }, 'another-type');
  await callee.waitForEvent('error 31210');
  await callee.do('send', 0, { reply: 'x'.repeat(10_240) });
  await callee.waitForEvent('error 31212');
  expect(times(await callee.state(), 'messageSent')).toBe(2);
  expect(await subscriptions(subscription.sid).remove()).toBe(true);
  await callee.do('disconnect', 0);
  await caller.waitForClosed();
});

test.concurrent('identities with dots, dashes, at signs and non-ASCII letters work in both directions', async ({
  expect,
}) => {
  const [caller, callee] = ['zoë+1@example.com', "bob-1.o'neil@example.com"];
  const applicationSid = await world.application('/names');
  world.on(
    '/names',
    `<Dial answerOnBridge="true"><Client>
      <Identity>${callee}</Identity></Client></Dial>`,
  );
  const [one, other] = await Promise.all([world.phone(caller, applicationSid), world.phone(callee)]);
  expect((await one.state()).identity).toBe(caller);
  await one.do('connect', {});
  const ringing = await other.waitForCalls();
  expect(ringing.calls[0]?.parameters).toMatchObject({ From: `client:${caller}`, To: `client:${callee}` });
  const request = await world.waitForRequest((hook) => hook.path === '/names');
  expect(request.params).toMatchObject({ From: `client:${caller}`, Caller: `client:${caller}` });
  await other.do('accept', 0);
  await one.waitForOpen();
  await one.do('disconnect', 0);

  // Over REST the identity may be plain or percent-encoded.
  for (const [index, to] of [`client:${callee}?n=1`, `client:${encodeURIComponent(callee)}?n=2`].entries()) {
    const path = `/named/${index}`;
    const call = await world.dial(to, { from: `client:${caller}`, statusCallback: world.url(path) });
    expect(call.to).toBe(`client:${callee}`);
    const rung = await other.waitForCalls(index + 2);
    expect(rung.calls[index + 1]?.custom).toEqual({ n: String(index + 1) });
    await other.do('reject', index + 1);
    expect(await ended(path)).toMatchObject({
      CallStatus: 'busy',
      To: `client:${callee}`,
      Called: `client:${callee}`,
    });
  }
  await expect(world.dial('client:a b')).rejects.toMatchObject({ code: 21211 });
});

test.concurrent('a token without an identity makes calls as client:Anonymous', async ({ expect }) => {
  const sid = await world.application('/anonymous');
  world.on('/anonymous', '<Say>Hello</Say><Pause length="60"/>');
  const phone = await world.phone(null, sid);
  expect((await phone.state()).identity).toBeNull();
  await phone.do('connect', { topic: 'help' });
  const request = await world.waitForRequest((hook) => hook.path === '/anonymous');
  expect(request.params).toMatchObject({
    From: 'client:Anonymous',
    Caller: 'client:Anonymous',
    Direction: 'inbound',
    topic: 'help',
  });
  await phone.waitForOpen();
  await phone.do('disconnect', 0);
});

test.concurrent('a token with an invalid identity is rejected with error 31105', async ({ expect }) => {
  const phone = await world.phone('spaced');
  await phone.do('updateToken', world.token('a b'));
  const state = await phone.until((one) => one.errors.length > 0, 'an error');
  expect(state.errors).toEqual([31105]);
});

test.concurrent('hanging up while the callee still rings cancels the dialed leg', async () => {
  const phone = await world.phone('impatient', applicationSid);
  await phone.do('connect', { To: '+14155550101' });
  const dialed = async (status: 'ringing' | 'canceled') => {
    const calls = await world.client.calls.list({ to: '+14155550101', status });
    return calls.find((call) => call.direction === 'outbound-dial');
  };
  await until(() => dialed('ringing'), 'the dialed leg to ring');
  await phone.do('disconnect', 0);
  await until(() => dialed('canceled'), 'the dialed leg to be canceled');
});

test.concurrent('all DTMF digits reach the other side', async () => {
  const phone = await world.phone('typist', applicationSid);
  await phone.do('connect', { To: '+14155550103' });
  await phone.waitForOpen();
  await phone.do('mute', 0, true);
  const carrier = await until(async () => {
    const lines = await world.lines();
    return lines.find((line) => line.to === '+14155550103' && line.level_out < 0.01 && line.packets_in > 50);
  }, 'silence while muted');
  // Long enough for polling to see it.
  await phone.do('digits', 0, '12345w9'.repeat(8));
  await world.waitForLine(carrier.call_sid, (line) => line.level_out > 0.05, 'tones');
  await phone.do('disconnect', 0);
});

test.concurrent.for([
  ['a signaling error reaches the device', 'unlucky', 31205, 20104],
  ['an unknown error is reported as a generic one', 'unluckier', 31999, 53000],
] as const)('%s', async ([_, identity, code, expected]) => {
  const phone = await world.phone(identity);
  await world.lab('/controls', { control: 'error', identity, code });
  await phone.until((state) => state.errors.includes(expected), `error ${expected}`);
});

test.concurrent('a call that ends with an error emits the error', async ({ expect }) => {
  world.on('/broken', () => ({ status: 500 }));
  const sid = await world.application('/broken');
  const phone = await world.phone('failing', sid);
  await phone.do('connect', { To: '+14155550100' });
  const state = await phone.waitForClosed();
  expect(state.calls[0]?.events).toEqual(['ringing', 'error 31005', 'disconnect']);
});

test.concurrent('an expired token is rejected with error 20104', async () => {
  const phone = await world.phone('brief');
  await phone.do('destroy');
  const page = await world.phone('brief');
  await page.do('updateToken', world.token('brief', undefined, 1));
  await page.until((state) => state.errors.includes(20104), 'error 20104');
});

import { beforeAll, test } from 'vitest';
import { until } from '../../testing/until.ts';
import { openPage, openTalkingPage } from '../page-socket.ts';
import { openWorld, type World } from '../world.ts';

/** What a Dial does before, during and at the end of a conversation, beside ringing. No browser is needed. */
let world: World;
let applicationSid: string;
const own = '+14155550199';
const talker = '+14155550100';
const echo = '+14155550106';
const silent = '+14155550101';

beforeAll(async () => {
  world = await openWorld();
  applicationSid = await world.application('/voice');
  await world.client.incomingPhoneNumbers.create({ phoneNumber: own });
  return () => world.close();
});

test.concurrent('who is called may be asked whether they take the call, and declines by a key', async ({
  expect,
}) => {
  world.on('/ask', '<Gather numDigits="1" timeout="60" action="/decline"/>');
  world.on('/decline', '<Hangup/>');
  const sid = await world.callAnsweredWith(
    `<Dial action="/declined"><Number url="/ask">${talker}</Number></Dial>`,
  );
  const child = (await world.waitForPath('/ask')).params['CallSid'] ?? '';
  await until(async () => {
    await world.pressKeys(child, '2');
    return world.requests.some((one) => one.path === '/decline');
  }, 'the key is taken');
  expect((await world.waitForPath('/decline')).params).toMatchObject({ Digits: '2', CallSid: child });
  expect((await world.waitForPath('/declined')).params).toMatchObject({
    CallSid: sid,
    DialCallSid: child,
    DialBridged: 'false',
  });
});

test.concurrent('who is asked and presses what is wanted is connected', async () => {
  world.on('/accept', '');
  world.on('/screen', '<Gather numDigits="1" timeout="60" action="/accept"/>');
  const sid = await world.callAnsweredWith(`<Dial><Number url="/screen">${talker}</Number></Dial>`);
  const { params } = await world.waitForPath('/screen', (params) => params['ParentCallSid'] === sid);
  const child = params['CallSid'] ?? '';
  await until(async () => {
    await world.pressKeys(child, '1');
    return (await world.lines()).some((line) => line.call_sid === sid && line.hears.includes(child));
  }, 'connected');
  await world.client.calls(sid).update({ status: 'completed' });
});

test.concurrent.for<[string, string, boolean]>([
  ['its time is up', 'timeLimit="1"', false],
  ['the caller presses the star', 'hangupOnStar="true"', true],
])('a caller leaves a conference and goes on when %s', async ([_, attribute, star], { expect }) => {
  const [left, told] = [`/left-${star}`, `/told-${star}`];
  const sid = await world.callAnsweredWith(
    `<Dial ${attribute} action="${left}"><Conference statusCallback="${told}" ` +
      `statusCallbackEvent="join leave">limits-${star}</Conference></Dial>`,
  );
  await world.waitForPath(told, (params) => params['StatusCallbackEvent'] === 'participant-join');
  if (star) await world.pressKeys(sid, '*');
  expect((await world.waitForPath(left)).params).toMatchObject({ CallSid: sid, DialCallStatus: 'answered' });
  await world.waitForPath(told, (params) => params['StatusCallbackEvent'] === 'participant-leave');
});

test.concurrent('a caller in a browser hears it ring before anybody has answered', async ({ expect }) => {
  world.on('/voice', `<Dial answerOnBridge="true"><Number>${silent}</Number></Dial>`);
  const page = await openTalkingPage(world, 'early', applicationSid, {
    answerFrame: 'ringing',
    hasAudio: (peer) => peer.strength(440, 20) > 0.01 && peer.strength(480, 20) > 0.01,
  });
  expect(page.frames.some((one) => one.type === 'answer')).toBe(false);
  expect(await world.status(page.sid)).toBe('ringing');
  page.send('hangup', { callsid: page.sid });
  await world.waitForStatus(page.sid, 'canceled');
  await page.close();
});

test.concurrent('a document that cannot be had is asked for elsewhere, once', async ({ expect }) => {
  world.on('/broken', () => ({ status: 500 }));
  world.on('/instead', '<Redirect>/broken</Redirect>');
  const call = await world.dial(echo, { url: world.url('/broken'), fallbackUrl: world.url('/instead') });
  expect((await world.waitForPath('/instead')).params).toMatchObject({
    CallSid: call.sid,
    ErrorCode: '11200',
    ErrorUrl: world.url('/broken'),
  });
  await world.waitForStatus(call.sid, 'completed');
  expect(world.requests.filter((one) => one.path === '/instead')).toHaveLength(1);
});

test.concurrent('a browser that is dialled is invited before its caller is answered', async ({ expect }) => {
  const sid = await world.application('/oneself');
  world.on('/oneself', '<Dial><Client>oneself</Client></Dial>');
  // One socket for both ends: its frames have an order.
  const page = await openPage(world, 'oneself', sid);
  await page.register();
  await page.invite();
  const { callsid } = await page.waitForFrame('answer');
  const types = page.frames.map(({ type }) => type);
  expect(types.indexOf('invite')).toBeGreaterThan(0);
  expect(types.indexOf('invite')).toBeLessThan(types.indexOf('answer'));
  page.send('hangup', { callsid });
  await world.waitForStatus(String(callsid), 'completed');
  await page.close();
});

test.concurrent('a caller whose callee has no browser is answered all the same', async ({ expect }) => {
  const sid = await world.callAnsweredWith('<Dial action="/not-there"><Client>not_there</Client></Dial>');
  const { params } = await world.waitForPath('/not-there');
  expect(params).toMatchObject({ CallSid: sid, CallStatus: 'in-progress', DialCallStatus: 'no-answer' });
});

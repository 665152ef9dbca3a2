import { beforeAll, test } from 'vitest';
import { until } from '../../testing/until.ts';
import { openPage, openTalkingPage } from '../page-socket.ts';
import { openWorld, type World } from '../world.ts';

let world: World;
let applicationSid: string;
const businessNumber = '+14155550199';
const talker = '+14155550100';
const echo = '+14155550106';
const silent = '+14155550101';

beforeAll(async () => {
  world = await openWorld();
  applicationSid = await world.application('/voice');
  await world.client.incomingPhoneNumbers.create({ phoneNumber: businessNumber });
  return () => world.close();
});

test.concurrent('a screened callee can decline with a key', async ({ expect }) => {
  world.on('/ask', '<Gather numDigits="1" timeout="60" action="/decline"/>');
  world.on('/decline', '<Hangup/>');
  const sid = await world.callAnsweredWith(
    `<Dial action="/declined"><Number url="/ask">${talker}</Number></Dial>`,
  );
  const child = (await world.waitForPath('/ask')).params['CallSid'] ?? '';
  await until(async () => {
    await world.pressKeys(child, '2');
    return world.requests.some((one) => one.path === '/decline');
  }, 'the key to be accepted');
  expect((await world.waitForPath('/decline')).params).toMatchObject({ Digits: '2', CallSid: child });
  expect((await world.waitForPath('/declined')).params).toMatchObject({
    CallSid: sid,
    DialCallSid: child,
    DialBridged: 'false',
  });
});

test.concurrent('a screened callee who accepts is connected', async () => {
  world.on('/accept', '');
  world.on('/screen', '<Gather numDigits="1" timeout="60" action="/accept"/>');
  const sid = await world.callAnsweredWith(`<Dial><Number url="/screen">${talker}</Number></Dial>`);
  const { params } = await world.waitForPath('/screen', (params) => params['ParentCallSid'] === sid);
  const child = params['CallSid'] ?? '';
  await until(async () => {
    await world.pressKeys(child, '1');
    return (await world.lines()).some((line) => line.call_sid === sid && line.hears.includes(child));
  }, 'the callee to be connected');
  await world.client.calls(sid).update({ status: 'completed' });
});

test.concurrent.for<[string, string, boolean]>([
  ['the time limit expires', 'timeLimit="1"', false],
  ['the caller presses the star key', 'hangupOnStar="true"', true],
])(
  'a caller leaves a conference and continues with its TwiML when %s',
  async ([_, attribute, star], { expect }) => {
    const [left, callbackPath] = [`/left-${star}`, `/callbacks-${star}`];
    const sid = await world.callAnsweredWith(
      `<Dial ${attribute} action="${left}"><Conference statusCallback="${callbackPath}" ` +
        `statusCallbackEvent="join leave">limits-${star}</Conference></Dial>`,
    );
    await world.waitForPath(callbackPath, (params) => params['StatusCallbackEvent'] === 'participant-join');
    if (star) await world.pressKeys(sid, '*');
    expect((await world.waitForPath(left)).params).toMatchObject({
      CallSid: sid,
      DialCallStatus: 'answered',
    });
    await world.waitForPath(callbackPath, (params) => params['StatusCallbackEvent'] === 'participant-leave');
  },
);

test.concurrent('a caller in a browser hears ringback before the answer', async ({ expect }) => {
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

test.concurrent('the fallback URL is requested once after a failed document', async ({ expect }) => {
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

test.concurrent('a dialed browser is invited before the caller is answered', async ({ expect }) => {
  const sid = await world.application('/self-call');
  world.on('/self-call', '<Dial><Client>oneself</Client></Dial>');
  // One socket for both parties, so that the frames are ordered.
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

test.concurrent('a caller is answered even if the callee has no browser', async ({ expect }) => {
  const sid = await world.callAnsweredWith('<Dial action="/not-there"><Client>not_there</Client></Dial>');
  const { params } = await world.waitForPath('/not-there');
  expect(params).toMatchObject({ CallSid: sid, CallStatus: 'in-progress', DialCallStatus: 'no-answer' });
});

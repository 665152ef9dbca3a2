import { beforeAll, expect, test } from 'vitest';
import { until } from '../../testing/until.ts';
import { openWorld, type WebhookRequest, type World } from '../world.ts';

let world: World;
const businessNumber = '+14155550199';
const talker = '+14155550100';
const echo = '+14155550106';
/** Both phones are silent, but the second speaks while it's being recorded. */
const mute = '+14155550132';
const messenger = '+14155550128';
let count = 0;

beforeAll(async () => {
  world = await openWorld();
  await world.client.incomingPhoneNumbers.create({ phoneNumber: businessNumber });
  return () => world.close();
});

function path(name: string): string {
  count += 1;
  return `/${name}-${count}`;
}

async function sound(sid: string, query = ''): Promise<Buffer> {
  const response = await world.fetch(`/Recordings/${sid}.wav${query}`);
  return Buffer.from(await response.arrayBuffer());
}

function countLoudSamples(wav: Buffer): number {
  let count = 0;
  for (let offset = 44; offset + 1 < wav.length; offset += 2)
    if (Math.abs(wav.readInt16LE(offset)) > 328) count += 1;
  return count;
}

// The longest tests come first, so that the others run alongside.
test.concurrent('Record trims silence at both ends by default', async ({ expect }) => {
  const done = path('done');
  const sid = await world.callAnsweredWith(
    `<Record action="${done}" finishOnKey="" timeout="2"/>`,
    messenger,
  );
  const { params } = await world.waitForPath(done);
  expect(params).toMatchObject({ CallSid: sid });
  const { length } = await sound(params['RecordingSid'] ?? '');
  const seconds = (length - 44) / 16_000;
  expect(Number(params['RecordingDuration'])).toBe(Math.round(seconds));
  // The silence that ended the recording is trimmed.
  const file = await sound(params['RecordingSid'] ?? '');
  expect(countLoudSamples(file.subarray(file.length - 8_000))).toBeGreaterThan(100);
});

test.concurrent('a participant whose call is redirected leaves the conference and runs the new TwiML', async ({
  expect,
}) => {
  const [room, done] = [path('room'), path('done')];
  const events = `statusCallback="${room}" statusCallbackEvent="join leave"`;
  const sid = await world.callAnsweredWith(
    `<Dial><Conference ${events}>redirected</Conference></Dial>`,
    messenger,
  );
  await world.waitForPath(room);
  const twiml = `<Response><Say>Hello.</Say><Record maxLength="2" action="${world.url(done)}"/></Response>`;
  await world.client.calls(sid).update({ twiml });
  const left = (one: WebhookRequest) =>
    one.path === room && one.params['StatusCallbackEvent'] === 'participant-leave';
  expect((await world.waitForRequest(left)).params).toMatchObject({ CallSid: sid });
  const { params } = await world.waitForPath(done);
  expect(Number(params['RecordingDuration'])).toBeGreaterThan(0);
  expect(await world.client.calls(sid).recordings.list()).toMatchObject([
    { sid: params['RecordingSid'], source: 'RecordVerb', status: 'completed' },
  ]);
});

test.concurrent('Gather prompts, collects numDigits keys, and posts them to its action', async ({
  expect,
}) => {
  const menu = path('menu');
  world.on(menu, '<Hangup/>');
  const sid = await world.callAnsweredWith(
    `<Gather numDigits="3" timeout="60" action="${menu}"><Pause length="60"/></Gather><Redirect>/never</Redirect>`,
  );
  await world.waitForStatus(sid, 'in-progress');
  await world.pressKeys(sid, '1w2');
  await world.pressKeys(sid, '3');
  const hook = await world.waitForPath(menu);
  expect(hook).toMatchObject({ signed: true, params: { Digits: '123', CallSid: sid, FinishedOnKey: '' } });
  await world.waitForStatus(sid, 'completed');
});

test.concurrent.for([
  ['+14155550131', '1'],
  ['+14155550132', '9'],
])('the simulated phone %s presses %s once when prompted', async ([number = '', digit], { expect }) => {
  const chosen = path('chosen');
  world.on(chosen, '<Pause length="60"/>');
  const ask = path('ask');
  world.on(
    ask,
    `<Gather numDigits="1" action="${chosen}"><Say>Press a key.</Say><Pause length="60"/></Gather>`,
  );
  const call = await world.dial(number, { url: world.url(ask) });
  const pressed = await world.waitForPath(chosen);
  expect([pressed.params['CallSid'], pressed.params['Digits']]).toEqual([call.sid, digit]);
  await world.hangUp(call.sid);
});

test.concurrent('Gather ends at finishOnKey, which is not part of the digits', async ({ expect }) => {
  const menu = path('menu');
  const sid = await world.callAnsweredWith(`<Gather finishOnKey="*" timeout="60" action="${menu}"/>`);
  await world.waitForStatus(sid, 'in-progress');
  await world.pressKeys(sid, '12*');
  expect((await world.waitForPath(menu)).params).toMatchObject({ Digits: '12', FinishedOnKey: '*' });
  await world.waitForStatus(sid, 'completed');
});

test.concurrent.for<[string, string, boolean]>([
  ['continues with the next verb', '', false],
  ['requests its action with actionOnEmptyResult', 'actionOnEmptyResult="true"', true],
])('a Gather without input %s', async ([_, attribute, callsAction], { expect }) => {
  const [menu, next] = [path('menu'), path('next')];
  const sid = await world.callAnsweredWith(
    `<Gather timeout="1" ${attribute} action="${menu}"/><Redirect>${next}</Redirect>`,
  );
  const hook = await world.waitForPath(callsAction ? menu : next);
  expect(hook.params['Digits']).toBe(callsAction ? '' : undefined);
  expect(world.requests.some((one) => one.path === (callsAction ? next : menu))).toBe(false);
  await world.waitForStatus(sid, 'completed');
});

test.concurrent('Record records the caller up to maxLength and posts the URL of the recording', async ({
  expect,
}) => {
  const [done, callbackPath] = [path('done'), path('callback')];
  world.on(done, '<Hangup/>');
  const sid = await world.callAnsweredWith(
    `<Record maxLength="3" timeout="60" trim="do-not-trim" action="${done}" recordingStatusCallback="${callbackPath}"/>`,
    talker,
  );
  // Only maxLength can end the recording: the caller never stops talking.
  const { params } = await world.waitForPath(done);
  expect(params).toMatchObject({ CallSid: sid, Digits: '' });
  expect(Number(params['RecordingDuration'])).toBeGreaterThanOrEqual(1);
  expect(params['RecordingUrl']).toContain(`/Recordings/${params['RecordingSid']}`);
  expect((await world.waitForPath(callbackPath)).params).toMatchObject({
    RecordingStatus: 'completed',
    RecordingSource: 'RecordVerb',
    RecordingChannels: '1',
  });
  const recording = await world.client.recordings(params['RecordingSid'] ?? '').fetch();
  expect(recording).toMatchObject({
    source: 'RecordVerb',
    channels: 1,
    callSid: sid,
    duration: params['RecordingDuration'],
  });
  const bytes = await sound(recording.sid, '?RequestedChannels=2');
  expect(bytes.readUInt16LE(22)).toBe(1);
  expect(bytes.subarray(44).some((byte) => byte !== 0)).toBe(true);
});

test.concurrent('a key ends a recording and is posted to the action', async ({ expect }) => {
  const done = path('done');
  const sid = await world.callAnsweredWith(
    `<Record playBeep="false" timeout="60" finishOnKey="#" action="${done}"/>`,
    talker,
  );
  await until(
    async () => (await world.client.recordings.list({ callSid: sid })).length === 1,
    'the recording to start',
  );
  await world.waitForLine(sid, (one) => one.level_in > 0.02, 'speech');
  await until(async () => {
    const [one] = await world.client.recordings.list({ callSid: sid });
    return (await sound(one?.sid ?? '')).length > 16_000;
  }, 'half a second of audio');
  await world.pressKeys(sid, '1#');
  expect((await world.waitForPath(done)).params).toMatchObject({ Digits: '#' });
  await world.waitForStatus(sid, 'completed');
});

test.concurrent('the action is requested when the caller hangs up during a recording', async ({ expect }) => {
  const done = path('done');
  const sid = await world.callAnsweredWith(`<Record timeout="60" action="${done}"/>`, talker);
  await until(async () => {
    const [one] = await world.client.recordings.list({ callSid: sid });
    return one !== undefined && countLoudSamples(await sound(one.sid)) > 2_000;
  }, 'speech to be recorded');
  await world.hangUp(sid);
  expect((await world.waitForPath(done)).params).toMatchObject({
    Digits: 'hangup',
    CallStatus: 'completed',
    CallSid: sid,
  });
});

test.concurrent('a recording without speech is discarded, and the next verb runs', async ({ expect }) => {
  const [done, next, callbackPath] = [path('done'), path('next'), path('callback')];
  const callback = `recordingStatusCallback="${callbackPath}" recordingStatusCallbackEvent="completed absent"`;
  const sid = await world.callAnsweredWith(
    `<Record playBeep="false" timeout="1" action="${done}" ${callback}/><Redirect>${next}</Redirect>`,
  );
  await world.waitForPath(next);
  expect((await world.waitForPath(callbackPath)).params).toMatchObject({
    RecordingStatus: 'absent',
    RecordingDuration: '0',
  });
  expect(world.requests.some((one) => one.path === done)).toBe(false);
  await until(
    async () => (await world.client.recordings.list({ callSid: sid })).length === 0,
    'the recording to be discarded',
  );
});

test.concurrent('a caller who hangs up without speaking leaves no recording and no action request', async ({
  expect,
}) => {
  const [done, callbackPath] = [path('done'), path('callback')];
  const callback = `recordingStatusCallback="${callbackPath}" recordingStatusCallbackEvent="in-progress completed absent"`;
  const sid = await world.callAnsweredWith(`<Record timeout="60" action="${done}" ${callback}/>`, mute);
  expect((await world.waitForPath(callbackPath)).params).toMatchObject({ RecordingStatus: 'in-progress' });
  await world.hangUp(sid);
  const absent = (one: WebhookRequest) =>
    one.path === callbackPath && one.params['RecordingStatus'] === 'absent';
  await world.waitForRequest(absent);
  expect(world.requests.filter((one) => one.path === done)).toEqual([]);
  expect(await world.client.recordings.list({ callSid: sid })).toEqual([]);
});

test.concurrent('a queue member hears the wait document, is listed by the API, and is connected by a Dial', async ({
  expect,
}) => {
  const [wait, left, whisper] = [path('wait'), path('left'), path('whisper')];
  world.on(wait, '<Pause length="60"/>');
  world.on(whisper, '<Pause length="0"/>');
  const first = await world.callAnsweredWith(
    `<Enqueue waitUrl="${wait}" action="${left}">support</Enqueue>`,
    talker,
  );
  expect((await world.waitForPath(wait)).params).toMatchObject({
    CallSid: first,
    QueuePosition: '1',
    CurrentQueueSize: '1',
    QueueTime: '0',
  });
  const second = await world.callAnsweredWith('<Enqueue waitUrl="">support</Enqueue>', talker);
  const queue = await until(
    async () =>
      (await world.client.queues.list()).find(
        (one) => one.friendlyName === 'support' && one.currentSize === 2,
      ),
    'two members',
  );
  const members = await world.client.queues(queue.sid).members.list();
  expect(members.map((one) => [one.callSid, one.position])).toEqual([
    [first, 1],
    [second, 2],
  ]);
  await expect(world.client.queues(queue.sid).remove()).rejects.toMatchObject({ code: 22002 });

  const agent = await world.callAnsweredWith(`<Dial><Queue url="${whisper}">support</Queue></Dial>`, talker);
  expect((await world.waitForPath(whisper)).params).toMatchObject({ CallSid: first, DequeingCallSid: agent });
  await world.waitForLine(agent, (one) => one.hears.includes(first), 'audio from the first caller');
  await world.waitForLine(first, (one) => one.hears.includes(agent), 'audio from the agent');
  await world.hangUp(agent);
  expect((await world.waitForPath(left)).params).toMatchObject({
    QueueResult: 'bridged',
    QueueSid: queue.sid,
  });

  const front = world.client.queues(queue.sid).members('Front');
  await front.update({ url: world.url(path('taken')) });
  await world.waitForStatus(second, 'completed');
  expect(await world.client.queues(queue.sid).remove()).toBe(true);
});

test.concurrent('a Dial waits for a queue member; Leave or a hang-up ends an Enqueue', async ({ expect }) => {
  const done = path('done');
  const agent = await world.callAnsweredWith(`<Dial action="${done}"><Queue>later</Queue></Dial>`, talker);
  await world.waitForStatus(agent, 'in-progress');
  const caller = await world.callAnsweredWith('<Enqueue waitUrl="">later</Enqueue>', talker);
  await world.waitForLine(agent, (one) => one.hears.includes(caller), 'audio from the caller');
  await world.hangUp(caller);
  expect((await world.waitForPath(done)).params).toMatchObject({ DialCallStatus: 'completed' });

  const [wait, left] = [path('wait'), path('left')];
  world.on(wait, '<Leave/>');
  await world.callAnsweredWith(`<Enqueue waitUrl="${wait}" action="${left}">gone</Enqueue>`);
  expect((await world.waitForPath(left)).params).toMatchObject({ QueueResult: 'leave' });

  const hung = path('hung');
  const sid = await world.callAnsweredWith(`<Enqueue waitUrl="" action="${hung}">gone</Enqueue>`);
  await world.waitForStatus(sid, 'in-progress');
  await world.hangUp(sid);
  expect((await world.waitForPath(hung)).params).toMatchObject({
    QueueResult: 'hangup',
    CallStatus: 'completed',
  });
});

test.concurrent('a sequential Dial screens the callee, records both sides, and posts its result', async ({
  expect,
}) => {
  const [done, screen] = [path('done'), path('screen')];
  world.on(screen, '<Pause length="0"/>');
  const sid = await world.callAnsweredWith(
    `<Dial sequential="true" record="record-from-answer-dual" action="${done}" hangupOnStar="true">` +
      `<Number>+14155550102</Number><Number url="${screen}" sendDigits="1w#">${talker}</Number></Dial>`,
    talker,
  );
  const screened = await world.waitForPath(screen);
  expect(screened.params).toMatchObject({ To: talker, ParentCallSid: sid, CallStatus: 'in-progress' });
  const child = screened.params['CallSid'] ?? '';
  await world.waitForLine(sid, (one) => one.hears.includes(child), 'audio from the callee');
  const children = await world.client.calls.list({ parentCallSid: sid });
  expect(children.map((one) => one.status).sort()).toEqual(['busy', 'in-progress']);
  await until(async () => {
    const [one] = await world.client.recordings.list({ callSid: sid });
    return one && (await sound(one.sid)).length > 16_000;
  }, 'half a second of audio');
  await world.pressKeys(sid, '*');
  const { params } = await world.waitForPath(done);
  expect(params).toMatchObject({ DialCallStatus: 'completed', DialCallSid: child, DialBridged: 'true' });
  const recording = await until(async () => {
    const one = await world.client.recordings(params['RecordingSid'] ?? '').fetch();
    return one.status === 'completed' && one;
  }, 'the recording');
  expect(recording).toMatchObject({ source: 'DialVerb', channels: 2, callSid: sid });
});

test.concurrent('errors and warnings of a document are listed in notifications', async ({ expect }) => {
  const broken = path('broken');
  world.on(broken, '<Dance/>');
  const sid = await world.callAnsweredWith(`<Pause length="x"/><Redirect>${broken}</Redirect>`);
  await until(async () => (await world.status(sid)) !== 'ringing', 'the call to end');
  const list = await world.client.calls(sid).notifications.list();
  expect(list.map((one) => [one.log, one.errorCode])).toEqual([
    ['0', '12200'],
    ['1', '13910'],
  ]);
  const warnings = await world.client.notifications.list({ log: 1 });
  expect(warnings.map((one) => one.callSid)).toContain(sid);
  expect(warnings.map((one) => one.log)).not.toContain('0');
  const [error] = list;
  const full = await world.client.notifications(error?.sid ?? '').fetch();
  expect(full).toMatchObject({
    requestUrl: world.url(broken),
    responseBody: '<Response><Dance/></Response>',
  });
  expect(full.requestVariables).toContain(`CallSid=${sid}`);
});

test.concurrent.for([
  ['an unknown verb', '<Response><Nonsense/></Response>', '12200'],
  ['malformed TwiML', '<Response>', '12100'],
] as const)(
  'a call with %s fails when the TwiML runs, and adds a notification',
  async ([_, twiml, code], { expect }) => {
    const call = await world.dial(echo, { twiml });
    await world.waitForStatus(call.sid, 'completed');
    expect(await world.client.calls(call.sid).notifications.list()).toMatchObject([
      { errorCode: code, log: '0', callSid: call.sid },
    ]);
  },
);

test.concurrent('inline TwiML supports warnings and a fallback URL, like fetched TwiML', async ({
  expect,
}) => {
  const fallback = path('fallback');
  world.on(fallback, '<Hangup/>');
  const twiml = '<Response><Say voice="Polly.Joanna">Hello</Say></Response>';
  const call = await world.dial(echo, {
    twiml: '<Response><Nonsense/></Response>',
    fallbackUrl: world.url(fallback),
  });
  expect((await world.waitForPath(fallback)).params).toMatchObject({ CallSid: call.sid, ErrorCode: '12200' });
  const spoken = await world.dial(echo, { twiml });
  await world.waitForStatus(spoken.sid, 'completed');
  expect(await world.client.calls(spoken.sid).notifications.list()).toMatchObject([
    { errorCode: '12200', log: '1', messageText: 'Say: voice="Polly.Joanna" has no effect here' },
  ]);
});

test.concurrent('a missing sound adds one notification to the call, and the next verb runs', async ({
  expect,
}) => {
  const [missing, words, next] = [path('missing'), path('words'), path('next')];
  world.on(missing, () => ({ status: 404 }));
  world.on(words, '');
  world.on(next, '<Hangup/>');
  const sid = await world.callAnsweredWith(
    `<Play>${missing}</Play><Play>${missing}</Play><Play>${words}</Play>` +
      `<Play>http://127.0.0.1:9/none.wav</Play><Redirect>${next}</Redirect>`,
  );
  expect((await world.waitForPath(next)).params['CallSid']).toBe(sid);
  const notifications = (await world.client.calls(sid).notifications.list()).map((one) => [
    one.errorCode,
    one.log,
    one.requestUrl,
    one.requestMethod,
  ]);
  expect(notifications.reverse()).toEqual([
    ['11200', '0', world.url(missing), 'GET'],
    ['13420', '0', world.url(words), 'GET'],
    ['11205', '0', 'http://127.0.0.1:9/none.wav', 'GET'],
  ]);
});

// Not concurrent: a world that closes expects that the media process has no legs.
test('recordings of a service that listens on all addresses have one that can be fetched', async () => {
  const open = await openWorld({ VOICE_HOST: '0.0.0.0' });
  open.on('/done', '<Hangup/>');
  const sid = await open.callAnsweredWith('<Record maxLength="1" timeout="60" action="/done"/>', talker);
  const { params } = await open.waitForPath('/done');
  expect(params['RecordingUrl']).toContain(`http://127.0.0.1:${open.voice.port}/`);
  await open.waitForStatus(sid, 'completed');
  await open.close();
});

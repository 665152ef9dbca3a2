import { beforeAll, test } from 'vitest';
import { until } from '../../testing/until.ts';
import { openWorld, type World } from '../world.ts';

let world: World;
const talker = '+14155550100';
const mailbox = '+14155550103';
const silentPhone = '+14155550128';

beforeAll(async () => {
  world = await openWorld();
  world.on('/wait', '<Pause length="120"/>');
  world.on('/answered', '<Hangup/>');
  world.on('/hush', '<Pause length="60"/>');
  return () => world.close();
});

const waitForEvent = (event: string, sid: string) =>
  world.waitForRequest((one) => one.params['StatusCallbackEvent'] === event && one.params['CallSid'] === sid);

async function exists(recordingSid: string): Promise<boolean> {
  const response = await world.fetch(`/Recordings/${recordingSid}.wav`);
  await response.arrayBuffer();
  return response.ok;
}

test.concurrent('an invited participant is listed with its settings, and its waiting music can be changed', async ({
  expect,
}) => {
  const invited = await world.invite('hall', talker, {
    muted: true,
    endConferenceOnExit: true,
    startConferenceOnEnter: false,
    conferenceStatusCallback: world.url('/callbacks'),
    conferenceStatusCallbackEvent: ['join', 'speaker'],
  });
  expect(invited).toMatchObject({ muted: true, endConferenceOnExit: true, startConferenceOnEnter: false });
  const sid = invited.callSid;
  await waitForEvent('participant-join', sid);
  await world.waitForLine(sid, (one) => one.level_out > 0.01, 'music');
  const participant = world.client.conferences(invited.conferenceSid).participants(sid);
  await participant.update({ waitUrl: world.url('/hush'), beepOnExit: false });
  await world.waitForPath('/hush', (params) => params['ConferenceSid'] === invited.conferenceSid);
  await world.waitForLine(sid, (one) => one.level_out < 0.001, 'silence');

  expect((await waitForEvent('participant-speech-start', sid)).signed).toBe(true);
  await waitForEvent('participant-speech-stop', sid);

  const { participants } = world.client.conferences(invited.conferenceSid);
  expect(await participants.list({ coaching: true })).toEqual([]);
  expect(await participants.list({ coaching: false, muted: true })).toMatchObject([{ callSid: sid }]);
  await participant.remove();
});

test.concurrent('an invited participant keeps ringing when the last participant leaves, but not when the conference is ended', async ({
  expect,
}) => {
  const silent = '+14155550101';
  const invite = async (name: string, to: string) =>
    (await world.invite(name, to, { waitUrl: world.url('/hush') })).callSid;
  const ends: Readonly<Record<string, (conferenceSid: string, first: string) => Promise<unknown>>> = {
    left: (_, first) => world.client.calls(first).update({ status: 'completed' }),
    ended: (sid) => world.client.conferences(sid).update({ status: 'completed' }),
  };
  const after: Record<string, string> = {};
  for (const [name, end] of Object.entries(ends)) {
    const first = await invite(name, talker);
    await world.waitForStatus(first, 'in-progress');
    const second = await invite(name, silent);
    await world.waitForStatus(second, 'ringing');
    const [conference] = await world.client.conferences.list({ friendlyName: name });
    await end(conference?.sid ?? '', first);
    await world.waitForConference(conference?.sid ?? '', 'completed');
    after[name] = await world.status(second);
    await world.client.calls(second).update({ status: 'completed' });
  }
  expect(after).toEqual({ left: 'ringing', ended: 'canceled' });
});

test.concurrent('machine detection distinguishes people from machines by their speech', async ({
  expect,
}) => {
  const calls = await Promise.all(
    [talker, mailbox].map((to) =>
      world.dial(to, {
        machineDetection: 'Enable',
        asyncAmd: 'true',
        asyncAmdStatusCallback: world.url('/detected'),
      }),
    ),
  );
  const verdicts = ['human', 'machine_start'];
  for (const [at, { sid }] of calls.entries()) {
    const { params } = await world.waitForPath('/detected', (params) => params['CallSid'] === sid);
    expect(params).toMatchObject({ AnsweredBy: verdicts[at], CallStatus: 'in-progress' });
    expect(Number(params['MachineDetectionDuration'])).toBeGreaterThan(2_000);
    expect((await world.client.calls(sid).fetch()).answeredBy).toBe(verdicts[at]);
    await world.client.calls(sid).update({ status: 'completed' });
  }
  await expect(world.dial(talker, { machineDetection: 'Maybe' })).rejects.toMatchObject({ code: 20001 });
});

test.concurrent('TwiML waits for the verdict, which is unknown for a silent callee', async ({ expect }) => {
  const { sid } = await world.dial(silentPhone, {
    url: world.url('/answered'),
    machineDetection: 'DetectMessageEnd',
    machineDetectionSilenceTimeout: 2_000,
  });
  const { params } = await world.waitForPath('/answered', (params) => params['CallSid'] === sid);
  expect(params).toMatchObject({ AnsweredBy: 'unknown' });
});

test.concurrent('machine detection runs while the participant is already in the conference', async ({
  expect,
}) => {
  const { callSid } = await world.invite('greeting', mailbox, {
    machineDetection: 'Enable',
    machineDetectionSpeechEndThreshold: 700,
    amdStatusCallback: world.url('/participant-detected'),
  });
  const { params } = await world.waitForPath(
    '/participant-detected',
    (params) => params['CallSid'] === callSid,
  );
  expect(params).toMatchObject({ AnsweredBy: 'machine_start', CallStatus: 'in-progress' });
  const [room] = await world.client.conferences.list({ friendlyName: 'greeting' });
  const { participants } = world.client.conferences(room?.sid ?? '');
  expect(await participants(callSid).fetch()).toMatchObject({ status: 'connected' });
  await world.client.calls(callSid).update({ status: 'completed' });
});

test.concurrent('a failed callback is listed in notifications, and the callback and time limit of a call can be changed', async ({
  expect,
}) => {
  world.on('/refuses', () => ({ status: 500 }));
  const call = await world.dial(talker, {
    statusCallback: world.url('/refuses'),
    statusCallbackEvent: ['answered', 'completed'],
  });
  const [failed] = await until(async () => {
    const list = await world.client.calls(call.sid).notifications.list();
    return list.length > 0 && list;
  }, 'a notification');
  expect(failed).toMatchObject({ log: '0', errorCode: '11200', requestUrl: world.url('/refuses') });
  await world.client.calls(call.sid).update({ statusCallback: world.url('/elsewhere'), timeLimit: 1 });
  const ended = await world.waitForPath('/elsewhere');
  expect(ended.params).toMatchObject({ CallSid: call.sid, CallStatus: 'completed' });
});

test.concurrent('recordings of one track can be trimmed, filtered by day, and deleted through their call', async ({
  expect,
}) => {
  const call = await world.dial(talker);
  await world.waitForStatus(call.sid, 'in-progress');
  const { recordings } = world.client.calls(call.sid);
  const silent = await recordings.create({ recordingTrack: 'outbound' });
  const spoken = await recordings.create({
    recordingTrack: 'inbound',
    trim: 'trim-silence',
    recordingStatusCallback: world.url('/trimmed'),
  });
  expect([silent.track, spoken.track]).toEqual(['outbound', 'inbound']);
  await world.waitForLine(call.sid, (one) => one.level_in > 0.01, 'speech');
  // An empty recording would end with the status absent.
  await until(() => exists(spoken.sid), 'something to be recorded');
  await world.client.calls(call.sid).update({ status: 'completed' });
  const { params } = await world.waitForPath('/trimmed');
  expect(params).toMatchObject({ RecordingTrack: 'inbound', RecordingStatus: 'completed' });
  const tomorrow = new Date(Date.now() + 86_400_000);
  expect(await recordings.list({ dateCreatedAfter: tomorrow })).toEqual([]);
  expect(await recordings.list({ dateCreatedBefore: tomorrow })).toHaveLength(2);
  await world.client.calls(call.sid).recordings(spoken.sid).remove();
  expect((await recordings.list()).map((one) => one.sid)).toEqual([silent.sid]);
  await expect(recordings.create({ trim: 'all' })).rejects.toMatchObject({ code: 21220 });
});

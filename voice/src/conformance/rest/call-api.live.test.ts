import { beforeAll, test } from 'vitest';
import { until } from '../../testing/until.ts';
import { account, openWorld, type World } from '../world.ts';

let world: World;
const talker = '+14155550100';

beforeAll(async () => {
  world = await openWorld();
  world.on('/wait', '<Pause length="120"/>');
  return () => world.close();
});

const dial = (more: object = {}) => world.dial(talker, more);

async function conversation(name: string, events: string) {
  world.on(
    `/join/${name}`,
    () =>
      `<Response><Dial><Conference beep="false" statusCallback="${world.url(`/callbacks/${name}`)}" ` +
      `statusCallbackEvent="${events}">${name}</Conference></Dial></Response>`,
  );
  const first = await dial({ url: world.url(`/join/${name}`) });
  await world.waitForConference(name, 'init');
  const second = await world.invite(name, '+14155550106', { label: 'lead', beep: 'false' });
  await world.waitForConference(name, 'in-progress');
  return { first: first.sid, second: second.callSid, sid: second.conferenceSid };
}

test.concurrent('a call created with Record is recorded once it is answered, on the requested channels', async ({
  expect,
}) => {
  const call = await dial({
    record: true,
    recordingChannels: 'dual',
    recordingStatusCallback: world.url('/recorded'),
  });
  await until(async () => (await world.client.calls(call.sid).recordings.list()).length === 1, 'a recording');
  await world.waitForLine(call.sid, (one) => one.level_in > 0.01, 'speech');
  await world.client.calls(call.sid).update({ status: 'completed' });
  const hook = await world.waitForPath('/recorded');
  expect(hook.params).toMatchObject({
    CallSid: call.sid,
    RecordingSource: 'OutboundAPI',
    RecordingChannels: '2',
    RecordingStatus: 'completed',
  });
});

test.concurrent('calls can be filtered by start and end time', async ({ expect }) => {
  const call = await dial();
  await world.waitForStatus(call.sid, 'in-progress');
  await world.client.calls(call.sid).update({ status: 'completed' });
  const tomorrow = new Date(Date.now() + 86_400_000);
  const sids = async (query: object) => (await world.client.calls.list(query)).map((one) => one.sid);
  expect(await sids({ startTimeBefore: tomorrow, endTimeBefore: tomorrow })).toContain(call.sid);
  expect(await sids({ startTimeAfter: tomorrow })).toEqual([]);
});

test.concurrent('an announcement is played to all participants or to one, and is reported; then the music resumes', async ({
  expect,
}) => {
  const { first, second, sid } = await conversation('hall', 'announcement');
  world.on('/announce', '<Play digits="1"/><Pause length="0"/>');
  await world.client.conferences(sid).update({ announceUrl: world.url('/announce') });
  await world.waitForPath('/announce', (params) => params['ConferenceSid'] === sid);
  const all = await world.waitForRequest((one) => one.params['StatusCallbackEvent'] === 'announcement-end');
  expect(all.params).toMatchObject({ ConferenceSid: sid, AnnounceUrl: world.url('/announce') });

  const lead = world.client.conferences(sid).participants('lead');
  await lead.update({ announceUrl: world.url('/announce'), announceMethod: 'GET' });
  const one = await world.waitForRequest(
    (hook) => hook.params['StatusCallbackEvent'] === 'announcement-end' && hook.params['CallSid'] === second,
  );
  expect(one.signed).toBe(true);
  await world.client.conferences(sid).update({ announceUrl: 'http://127.0.0.1:9/' });
  const failed = await world.waitForRequest(
    (hook) => hook.params['StatusCallbackEvent'] === 'announcement-fail',
  );
  expect(failed.params['ReasonAnnouncementFailed']).toBeTruthy();
  await world.waitForLine(first, (line) => line.hears.includes(second), 'audio from the other participant');

  await lead.update({ hold: true });
  await world.waitForLine(second, (line) => line.level_out > 0.01, 'music');
  await lead.update({ announceUrl: world.url('/announce') });
  await until(
    () =>
      world.requests.filter((hook) => hook.params['StatusCallbackEvent'] === 'announcement-end').length === 3,
    'a third callback',
  );
  await world.waitForLine(second, (line) => line.level_out > 0.01, 'music again');
  await world.client.conferences(sid).update({ status: 'completed' });
});

test.concurrent('a call to a full conference continues with its next verb', async ({ expect }) => {
  world.on('/full', '<Dial><Conference maxParticipants="1">small</Conference></Dial>');
  const first = await dial({ url: world.url('/full') });
  const inside = () => world.client.conferences('small').participants.list();
  await until(async () => (await inside().catch(() => [])).length === 1, 'one participant');
  const second = await dial({ url: world.url('/full') });
  await world.waitForStatus(second.sid, 'completed');
  expect(await inside()).toMatchObject([{ callSid: first.sid }]);
  await world.client.calls(first.sid).update({ status: 'completed' });
});

test.concurrent('an account can read itself, but not other accounts', async ({ expect }) => {
  const own = await world.client.api.v2010.accounts(account.sid).fetch();
  expect(own).toMatchObject({ sid: account.sid, status: 'active', type: 'Full' });
  await expect(world.client.api.v2010.accounts(`AC${'f'.repeat(32)}`).fetch()).rejects.toMatchObject({
    status: 401,
    code: 20003,
  });
});

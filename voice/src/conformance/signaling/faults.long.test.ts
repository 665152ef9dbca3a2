import { afterAll, beforeAll, type TestContext, test } from 'vitest';
import { until } from '../../testing/until.ts';
import { openBrowser, type PhoneBrowser } from '../browser.ts';
import { openWorld, type World } from '../world.ts';

let browser: PhoneBrowser;

beforeAll(async () => {
  browser = await openBrowser();
});

afterAll(() => browser.close());

/** A separate service for each test, because the tests break it. */
async function openFragile({ onTestFinished }: TestContext, media: 'shared' | 'own'): Promise<World> {
  const world = await openWorld({}, media);
  onTestFinished(() => world.close());
  world.on('/room', '<Dial><Conference record="record-from-start">fault</Conference></Dial>');
  return world;
}

async function conversation(world: World, identity: string) {
  const phone = await browser.phone(world, identity);
  const call = await world.dial(`client:${identity}`, {
    url: world.url('/room'),
    statusCallback: world.url(`/status/${identity}`),
  });
  await phone.waitForCalls();
  await phone.do('accept', 0);
  await world.waitForConference('fault', 'init');
  await world.invite('fault', '+14155550100');
  await world.waitForConference('fault', 'in-progress');
  const recording = await until(
    async () => (await world.client.recordings.list({ limit: 1 }))[0],
    'a recording',
  );
  return { phone, call, recording };
}

test.concurrent('when the media process is killed, its calls end with callbacks, the recording is kept, and the next call works', async (context) => {
  const { expect } = context;
  const world = await openFragile(context, 'own');
  const { phone, recording } = await conversation(world, 'media_1');
  const pid = world.voice.mediaPid();
  process.kill(pid ?? 0, 'SIGKILL');
  const state = await phone.waitForClosed();
  expect(state.calls[0]?.events).toContain('error 53405');
  const callback = await world.waitForPath(
    '/status/media_1',
    (params) => params['CallStatus'] === 'completed',
  );
  expect(callback.signed).toBe(true);
  const kept = await until(async () => {
    const one = await world.client.recordings(recording.sid).fetch();
    return one.status === 'in-progress' ? null : one;
  }, 'the recording to be closed');
  expect(['completed', 'absent']).toContain(kept.status);

  await until(() => world.voice.mediaPid() !== pid, 'another media process');
  const again = await conversation(world, 'media_2');
  await again.phone.do('disconnect', 0);
  await world.client.conferences('fault').update({ status: 'completed' });
});

test.concurrent('after a restart, numbers, applications and recordings are kept, and running calls have ended', async (context) => {
  const { expect } = context;
  const world = await openFragile(context, 'shared');
  const application = await world.client.applications.create({
    friendlyName: 'kept',
    voiceUrl: world.url('/room'),
  });
  const number = await world.client.incomingPhoneNumbers.create({
    phoneNumber: '+14155550199',
    voiceApplicationSid: application.sid,
  });
  const { phone, call, recording } = await conversation(world, 'restart_1');
  await world.restart();
  await phone.until((one) => one.calls[0]?.status !== 'open', 'the call to close');
  expect(await world.status(call.sid)).toBe('completed');
  const [conference] = await world.client.conferences.list({ friendlyName: 'fault' });
  expect(conference?.status).toBe('completed');
  expect(await world.client.incomingPhoneNumbers.list({ phoneNumber: '+14155550199' })).toMatchObject([
    { sid: number.sid, voiceApplicationSid: application.sid },
  ]);
  expect((await world.client.applications(application.sid).fetch()).voiceUrl).toBe(world.url('/room'));
  expect(['completed', 'absent']).toContain((await world.client.recordings(recording.sid).fetch()).status);
});

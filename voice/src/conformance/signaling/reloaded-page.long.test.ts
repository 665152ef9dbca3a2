import { beforeAll, test } from 'vitest';
import { until } from '../../testing/until.ts';
import { openPhoneWorld, type PhoneWorld } from '../browser.ts';
import type { Line } from '../world.ts';

let world: PhoneWorld;

beforeAll(async () => {
  world = await openPhoneWorld();
  return () => world.close();
});

async function application(path: string, inner: string): Promise<string> {
  world.on(path, inner);
  return (await world.client.applications.create({ voiceUrl: world.url(path) })).sid;
}

test.concurrent.for<[string, string, string, number]>([
  ['with a connected phone', 'talker', '<Dial><Number>+14155550100</Number></Dial>', 2],
  ['in a conference with music', 'waiter', '<Dial><Conference>alone</Conference></Dial>', 1],
])('a reloaded page resumes its call %s', async ([_, identity, inner, count], { expect }) => {
  const applicationSid = await application(`/${identity}`, inner);
  const first = await world.phone(identity, applicationSid);
  await first.do('connect', {});
  const opened = await first.waitForOpen();
  const sid = opened.calls[0]?.parameters['CallSid'] ?? '';
  const calls = async () => {
    const dialed = await world.client.calls.list({ parentCallSid: sid });
    return [await world.client.calls(sid).fetch(), ...dialed];
  };
  const waitForSound = (packets: number) =>
    until(async () => {
      const sids = (await calls()).map((call) => call.sid);
      const all = await world.lab<{ lines: Line[] }>('/lines');
      const lines = all.lines.filter((one) => sids.includes(one.call_sid));
      const line = lines.find((one) => one.call_sid === sid);
      return lines.length === count && line && line.level_out > 0.01 && line.packets_in > packets && line;
    }, 'audio in both directions');
  await waitForSound(10);
  const token = String(await first.do('connectToken', 0));
  // Loaded before the crash, because the service doesn't wait long for a lost browser.
  const second = await world.phone(identity, applicationSid);
  // A page that closes normally would hang up.
  await first.page.goto('chrome://crash').catch(() => {});
  await second.do('resume', token);
  const resumed = await second.waitForOpen();
  expect(resumed.calls[0]?.parameters['CallSid']).toBe(sid);
  await waitForSound(10);
  await second.waitForAudio(0.001, 'audio in the second page');
  await second.do('disconnect', 0);
  await until(async () => (await calls()).every((call) => call.status === 'completed'), 'all calls to end');
});

test.concurrent('another identity cannot resume a call', async ({ expect }) => {
  const applicationSid = await application('/owner', '<Say>Hello</Say><Pause length="60"/>');
  const first = await world.phone('owner', applicationSid);
  await first.do('connect', {});
  await first.waitForOpen();
  const token = String(await first.do('connectToken', 0));
  const thief = await world.phone('thief', applicationSid);
  await thief.do('resume', token);
  await thief.waitForEvent('error 31107');
  expect((await first.state()).calls[0]?.status).toBe('open');
  await first.do('disconnect', 0);
});

test.concurrent('a ringing call can be forwarded to another device and stops ringing', async ({ expect }) => {
  const [receiver, other, target] = await Promise.all([
    world.phone('forwarder'),
    world.phone('forwarder'),
    world.phone('forwarder'),
  ]);
  // Like an app with one device for incoming calls and another for each call.
  await target.do('unregister');
  const call = await world.dial('client:forwarder?topic=forwarding', {
    twiml: '<Response><Dial><Number>+14155550106</Number></Dial></Response>',
  });
  await receiver.waitForCalls();
  await other.waitForCalls();
  await target.do('resume', String(await receiver.do('connectToken', 0)));
  const resumed = await target.waitForOpen();
  for (const page of [receiver, other]) await page.waitForEvent('cancel');
  const [rung] = (await receiver.state()).calls;
  expect(resumed.calls[0]).toMatchObject({
    direction: 'OUTGOING',
    parameters: rung?.parameters,
    custom: { topic: 'forwarding' },
  });
  expect(resumed.calls[0]?.events.filter((event) => event === 'accept')).toHaveLength(1);
  await target.waitForAudio(0.001, 'the echo');
  await target.do('disconnect', 0);
  await world.waitForStatus(call.sid, 'completed');
});

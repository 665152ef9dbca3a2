import { beforeAll, test } from 'vitest';
import { until } from '../../testing/until.ts';
import { openPhoneWorld, type PhoneWorld } from '../browser.ts';
import type { Line } from '../world.ts';

let world: PhoneWorld;

beforeAll(async () => {
  world = await openPhoneWorld();
  return () => world.close();
});

/** An application whose calls are answered with that. */
async function application(path: string, inner: string): Promise<string> {
  world.on(path, inner);
  return (await world.client.applications.create({ voiceUrl: world.url(path) })).sid;
}

test.concurrent.for<[string, string, string, number]>([
  ['with somebody on the line', 'talker', '<Dial><Number>+14155550100</Number></Dial>', 2],
  ['in a conference, with its music', 'waiter', '<Dial><Conference>alone</Conference></Dial>', 1],
])('a page that was loaded anew takes its call up, %s', async ([_, identity, inner, count], { expect }) => {
  const applicationSid = await application(`/${identity}`, inner);
  const first = await world.phone(identity, applicationSid);
  await first.do('connect', {});
  const opened = await first.waitForOpen();
  const sid = opened.calls[0]?.parameters['CallSid'] ?? '';
  /** The call and those that it has dialled. */
  const calls = async () => {
    const dialled = await world.client.calls.list({ parentCallSid: sid });
    return [await world.client.calls(sid).fetch(), ...dialled];
  };
  const heard = (packets: number) =>
    until(async () => {
      const sids = (await calls()).map((call) => call.sid);
      const all = await world.lab<{ lines: Line[] }>('/lines');
      const lines = all.lines.filter((one) => sids.includes(one.call_sid));
      const line = lines.find((one) => one.call_sid === sid);
      return lines.length === count && line && line.level_out > 0.01 && line.packets_in > packets && line;
    }, 'sound both ways');
  await heard(10);
  const token = String(await first.do('connectToken', 0));
  // A browser that is gone is not waited for long: a page that is loaded only then may come too late.
  const second = await world.phone(identity, applicationSid);
  // A page that ends in an orderly way hangs up; this one does not.
  await first.page.goto('chrome://crash').catch(() => {});
  await second.do('resume', token);
  const taken = await second.waitForOpen();
  expect(taken.calls[0]?.parameters['CallSid']).toBe(sid);
  await heard(10);
  await second.waitForAudio(0.001, 'the second page to hear');
  await second.do('disconnect', 0);
  await until(async () => (await calls()).every((call) => call.status === 'completed'), 'all are over');
});

test.concurrent('somebody else cannot take it up', async ({ expect }) => {
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

test.concurrent('a call that still rings is forwarded to another device, and rings no more', async ({
  expect,
}) => {
  const [receiver, other, target] = await Promise.all([
    world.phone('forwarder'),
    world.phone('forwarder'),
    world.phone('forwarder'),
  ]);
  // As an application that has one device for incoming calls, and one for each call.
  await target.do('unregister');
  const call = await world.dial('client:forwarder?topic=forwarding', {
    twiml: '<Response><Dial><Number>+14155550106</Number></Dial></Response>',
  });
  await receiver.waitForCalls();
  await other.waitForCalls();
  await target.do('resume', String(await receiver.do('connectToken', 0)));
  const taken = await target.waitForOpen();
  for (const page of [receiver, other]) await page.waitForEvent('cancel');
  const [rung] = (await receiver.state()).calls;
  expect(taken.calls[0]).toMatchObject({
    direction: 'OUTGOING',
    parameters: rung?.parameters,
    custom: { topic: 'forwarding' },
  });
  expect(taken.calls[0]?.events.filter((event) => event === 'accept')).toHaveLength(1);
  await target.waitForAudio(0.001, 'the echo');
  await target.do('disconnect', 0);
  await world.waitForStatus(call.sid, 'completed');
});

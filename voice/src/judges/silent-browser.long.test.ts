import { afterAll, beforeAll, expect, test } from 'vitest';
import { patient } from '../testing/patience.ts';
import { until } from '../testing/until.ts';
import { openTalk } from './page-socket.ts';
import { type Line, openWorld, type World } from './world.ts';

/** A browser that nobody hears of again, by a bare socket. */
let world: World;
let applicationSid: string;

beforeAll(async () => {
  world = await openWorld();
  const application = await world.client.applications.create({ voiceUrl: world.url('/voice') });
  applicationSid = application.sid;
  world.on('/voice', () => '<Response><Dial><Number>+14155550100</Number></Dial></Response>');
});

afterAll(() => world.close());

interface SendingLine extends Line {
  readonly sends: 'sound' | 'silence' | 'nothing';
}

async function line(sid: string): Promise<SendingLine | undefined> {
  const { lines } = await world.lab<{ lines: SendingLine[] }>('/lines');
  return lines.find((one) => one.call_sid === sid);
}

test('a browser that is frozen, or has no network, is told of the end of its call after its consent has expired', {
  timeout: patient(120_000),
}, async () => {
  const page = await openTalk(world, 'frozen', applicationSid);
  // Its socket lives, as that of a browser without a network does for a while: nobody has closed it.
  await page.peer.close();
  await until(async () => (await line(page.sid))?.sends === 'nothing', 'nothing comes from it');
  expect((await world.client.calls(page.sid).fetch()).status).toBe('in-progress');
  const told = await until(
    () => page.told.find((one) => one.type === 'hangup')?.payload,
    'the end of its call',
    patient(50_000),
  );
  expect(told).toMatchObject({ callsid: page.sid, error: { code: 53405 } });
  expect((await world.client.calls(page.sid).fetch()).status).toBe('completed');
  page.socket.terminate();
});

import { beforeAll, expect, test } from 'vitest';
import { until } from '../../testing/until.ts';
import { openPage, openTalkingPage } from '../page-socket.ts';
import { openWorld, type World } from '../world.ts';

let world: World;
let applicationSid: string;

beforeAll(async () => {
  world = await openWorld();
  applicationSid = await world.application('/voice');
  return () => world.close();
});

const page = (identity: string | null) => openPage(world, identity, applicationSid);

test.each([
  ['a connected phone', '<Dial><Number>+14155550100</Number></Dial>', 2],
  ['the music of a conference', '<Dial><Conference>alone</Conference></Dial>', 1],
])(
  'another page resumes a call with %s, and the audio of the first page is closed',
  async (_, inner, count) => {
    world.on('/voice', inner);
    const first = await openTalkingPage(world, 'mover', applicationSid);
    const { callsid, reconnect } = first.answer;
    first.socket.terminate();

    const second = await openTalkingPage(world, 'mover', applicationSid, { resumes: { callsid, reconnect } });
    expect(second.sid).toBe(first.sid);
    await until(async () => {
      const lines = await world.lines();
      const line = lines.find((one) => one.call_sid === first.sid);
      const other = lines.find((one) => one !== line);
      // The phone on the line hears the new page instead of the old one.
      return lines.length === count && (line?.level_in ?? 0) > 0.01 && (!other || other.hears.length === 1);
    }, 'audio from the second page');
    second.send('hangup', { callsid: first.sid });
    await world.waitForStatus(first.sid, 'completed');
    await Promise.all([first.peer.close(), second.peer.close()]);
    second.socket.terminate();
  },
);

test('another identity cannot resume a call, even with its token', async () => {
  world.on('/voice', '<Say>Hello</Say><Pause length="60"/>');
  const owner = await page('owner');
  await owner.invite();
  const { callsid, reconnect } = await owner.waitForFrame('answer');
  const thief = await page('thief');
  await thief.invite({ callsid, reconnect });
  expect(await thief.waitForFrame('hangup')).toMatchObject({ callsid, error: { code: 31107 } });
  expect(await world.status(String(callsid))).toBe('in-progress');
  for (const one of [owner, thief]) await one.close();
});

test('a page without an identity cannot end the call of another such page', async () => {
  world.on('/voice', '<Say>Hello</Say><Pause length="60"/>');
  const owner = await page(null);
  await owner.invite();
  const { callsid, reconnect } = await owner.waitForFrame('answer');
  owner.socket.terminate();
  const stranger = await page(null);
  stranger.send('hangup', { callsid });
  await stranger.register();
  expect(await world.status(String(callsid))).toBe('in-progress');
  const again = await page(null);
  await again.invite({ callsid, reconnect });
  await again.waitForFrame('answer');
  again.send('hangup', { callsid });
  await world.waitForStatus(String(callsid), 'completed');
  for (const one of [owner, stranger, again]) await one.close();
});

test("the SDP answer to a browser contains only the host's address", async () => {
  world.on('/voice', '<Say>Hello</Say><Pause length="60"/>');
  const one = await page('local_one');
  await one.invite();
  const { callsid, sdp } = await one.waitForFrame('answer');
  const candidates = String(sdp).match(/^a=candidate:.*/gm) ?? [];
  expect(candidates).toHaveLength(1);
  expect(candidates[0]).toContain(' 127.0.0.1 ');
  one.send('hangup', { callsid });
  await until(async () => (await world.status(String(callsid))) !== 'in-progress', 'the call to end');
  await one.close();
});

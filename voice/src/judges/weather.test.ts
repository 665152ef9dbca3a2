import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type PhoneBrowser } from './browser.ts';
import { type Line, openWorld, until, type World } from './world.ts';

let world: World;
let browser: PhoneBrowser;

beforeAll(async () => {
  [world, browser] = await Promise.all([openWorld(), openBrowser()]);
});

afterAll(async () => {
  await browser.close();
  await world.close();
});

test('the network between browser and service loses packets on command, and calms down', async () => {
  const { sid } = await world.client.applications.create({ voiceUrl: world.url('/talk') });
  world.on('/talk', () => '<Response><Dial><Number>+14155550100</Number></Dial></Response>');
  const phone = await browser.phone(world, 'stormy', sid);
  await phone.do('connect', {});
  const lines = async () => (await world.lab<{ lines: Line[] }>('/lines')).lines;
  await until(
    async () => (await lines()).some((line) => line.kind === 'client' && line.packets_in > 20),
    'sound',
  );
  expect(await world.lab('/weather', { identity: 'nobody', loss: 1 })).toEqual({ affected: 0 });
  expect(await world.lab('/weather', { identity: 'stormy', loss: 0.3, jitter_ms: 60, delay_ms: 20 })).toEqual(
    {
      affected: 1,
    },
  );
  await until(async () => Number(await phone.do('packetsLost')) > 20, 'packets to be missed', 20_000);
  await world.lab('/weather', { identity: 'stormy' });
  const before = (await lines()).find((line) => line.kind === 'client')?.packets_in ?? 0;
  await until(
    async () => (await lines()).some((line) => line.kind === 'client' && line.packets_in > before + 50),
    'sound again',
  );
  await expect(world.lab('/weather', { identity: 'stormy', loss: 7 })).rejects.toThrow('400');
  await phone.do('disconnect', 0);
});

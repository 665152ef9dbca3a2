import { afterAll, beforeAll, test } from 'vitest';
import { openBrowser, type PhoneBrowser } from './browser.ts';
import { openWorld, type World } from './world.ts';

/**
 * The kit's options `chunderw` and `publishEvents` are internal to it. These tests fail when a new version of the
 * kit no longer takes them: then the phone would talk to the provider's own hosts.
 */
let world: World;
let browser: PhoneBrowser;

beforeAll(async () => {
  [world, browser] = await Promise.all([openWorld(), openBrowser()]);
  world.on('/wait', () => '<Response><Pause length="30"/></Response>');
});

afterAll(async () => {
  await browser.close();
  await world.close();
});

test.concurrent('chunderw names the only host that the kit signals to', async ({ expect }) => {
  const phone = await browser.phone(world, 'guard_1');
  expect((await phone.state()).device).toBe('registered');
  expect((await phone.state()).identity).toBe('guard_1');
  expect(phone.strangers).toEqual([]);
});

test.concurrent('publishEvents: false keeps the kit from reporting to the provider', async ({ expect }) => {
  const phone = await browser.phone(world, 'guard_2');
  await world.client.calls.create({ to: 'client:guard_2', from: '+14155550199', url: world.url('/wait') });
  await phone.until((state) => state.calls.length === 1, 'incoming');
  await phone.do('accept', 0);
  await phone.until((state) => state.calls[0]?.status === 'open', 'open');
  await phone.do('disconnect', 0);
  await phone.until((state) => state.calls[0]?.status === 'closed', 'closed');
  expect(phone.strangers).toEqual([]);
});

test.concurrent('without publishEvents: false the same call does report: the test above can fail', async ({
  expect,
}) => {
  const phone = await browser.phone(world, 'guard_3', undefined, { publishEvents: true });
  await world.client.calls.create({ to: 'client:guard_3', from: '+14155550199', url: world.url('/wait') });
  await phone.until((state) => state.calls.length === 1, 'incoming');
  await phone.do('accept', 0);
  await phone.until((state) => state.calls[0]?.status === 'open', 'open');
  await phone.do('disconnect', 0);
  await phone.until((state) => state.calls[0]?.status === 'closed', 'closed');
  expect(phone.strangers.some((url) => url.includes('eventgw'))).toBe(true);
});

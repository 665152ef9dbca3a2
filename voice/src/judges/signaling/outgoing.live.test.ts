import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../testing/until.ts';
import { openBrowser, type PhoneBrowser } from '../browser.ts';
import { type Line, openWorld, type World } from '../world.ts';

let world: World;
let browser: PhoneBrowser;
let applicationSid: string;

beforeAll(async () => {
  [world, browser] = await Promise.all([openWorld(), openBrowser()]);
  const application = await world.client.applications.create({
    friendlyName: 'phone',
    voiceUrl: world.url('/voice'),
  });
  applicationSid = application.sid;
});

afterAll(async () => {
  await browser.close();
  await world.close();
});

test('a browser that dials +1 415 555 0100 hears its voice, and is heard', async () => {
  world.on('/voice', (hook) => `<Response><Dial><Number>${hook.params['To']}</Number></Dial></Response>`);
  const phone = await browser.phone(world, 'user_1', applicationSid);
  await phone.do('connect', { To: '+14155550100', call_user_id: '77' });
  const hook = await world.hook((one) => one.path === '/voice');
  expect(hook.signed).toBe(true);
  expect(hook.params).toMatchObject({
    To: '+14155550100',
    call_user_id: '77',
    From: 'client:user_1',
    Direction: 'inbound',
    CallStatus: 'ringing',
    ApplicationSid: applicationSid,
  });
  await phone.until((state) => state.calls[0]?.events.includes('accept') === true, 'accept');
  const lines = await until(async () => {
    const { lines } = await world.lab<{ lines: Line[] }>('/lines');
    const [browserLine, phoneLine] = [
      lines.find((l) => l.kind === 'client'),
      lines.find((l) => l.kind === 'carrier'),
    ];
    const talking = browserLine && phoneLine && browserLine.level_out > 0.01 && phoneLine.level_out > 0.01;
    return talking ? { browserLine, phoneLine } : null;
  }, 'sound both ways');
  expect(lines.browserLine.hears).toEqual([lines.phoneLine.call_sid]);
  expect(lines.phoneLine.hears).toEqual([lines.browserLine.call_sid]);
  await phone.hears(0.005, 'its voice');
  const state = await phone.state();
  expect(state.calls[0]?.codec).toBe('PCMU');
  await phone.do('disconnect', 0);
  await until(async () => {
    const calls = await world.client.calls.list();
    return calls.length === 2 && calls.every((call) => call.status === 'completed');
  }, 'both legs completed');
  expect(phone.strangers).toEqual([]);
});

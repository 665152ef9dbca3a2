import { beforeAll, expect, test } from 'vitest';
import { until } from '../../testing/until.ts';
import { openPhoneWorld, type PhoneWorld } from '../browser.ts';

let world: PhoneWorld;
let applicationSid: string;

beforeAll(async () => {
  world = await openPhoneWorld();
  applicationSid = await world.application('/voice');
  return () => world.close();
});

test('a browser that dials a simulated phone has audio in both directions', async () => {
  world.on('/voice', (hook) => `<Response><Dial><Number>${hook.params['To']}</Number></Dial></Response>`);
  const phone = await world.phone('user_1', applicationSid);
  await phone.do('connect', { To: '+14155550100', call_user_id: '77' });
  const hook = await world.waitForPath('/voice');
  expect(hook.signed).toBe(true);
  expect(hook.params).toMatchObject({
    To: '+14155550100',
    call_user_id: '77',
    From: 'client:user_1',
    Direction: 'inbound',
    CallStatus: 'ringing',
    ApplicationSid: applicationSid,
  });
  await phone.waitForEvent('accept');
  const lines = await until(async () => {
    const lines = await world.lines();
    const [browserLine, phoneLine] = [
      lines.find((l) => l.kind === 'client'),
      lines.find((l) => l.kind === 'carrier'),
    ];
    const talking = browserLine && phoneLine && browserLine.level_out > 0.01 && phoneLine.level_out > 0.01;
    return talking ? { browserLine, phoneLine } : null;
  }, 'audio in both directions');
  expect(lines.browserLine.hears).toEqual([lines.phoneLine.call_sid]);
  expect(lines.phoneLine.hears).toEqual([lines.browserLine.call_sid]);
  await phone.waitForAudio(0.005, 'audio from the phone');
  const state = await phone.state();
  expect(state.calls[0]?.codec).toBe('PCMU');
  await phone.do('disconnect', 0);
  await until(async () => {
    const calls = await world.client.calls.list();
    return calls.length === 2 && calls.every((call) => call.status === 'completed');
  }, 'both legs to be completed');
  expect(phone.externalRequests).toEqual([]);
});

import { beforeAll, test } from 'vitest';
import { scaleTimeout } from '../../testing/timeouts.ts';
import { until } from '../../testing/until.ts';
import { openPage, openTalkingPage } from '../page-socket.ts';
import { type Line, openWorld, type World } from '../world.ts';

/** Browsers that fall silent, and one that rings in vain, by bare sockets. */
let world: World;
let applicationSid: string;

beforeAll(async () => {
  world = await openWorld();
  applicationSid = await world.application('/voice');
  world.on(
    '/voice',
    ({ params }) =>
      `<Response><Dial action="/after"><Number statusCallback="${world.url(`/lead/${params['From']?.slice('client:'.length)}`)}" statusCallbackEvent="completed">+14155550100</Number></Dial></Response>`,
  );
  return () => world.close();
});

/** A page that talks with a lead. */
const talk = (identity: string) => openTalkingPage(world, identity, applicationSid);

/** Waits until the page sends that. */
const sends = (sid: string, what: Line['sends']) =>
  world.waitForLine(sid, (line) => line.sends === what, what);

test.concurrent('a browser that hears and is not heard is told from a mute one, and is not hung up', async ({
  expect,
}) => {
  const page = await talk('unheard');
  await sends(page.sid, 'sound');
  // A mute microphone goes on sending, silence.
  page.peer.stopSpeaking();
  const silence = new Uint8Array(160).fill(0xff);
  const mute = setInterval(() => page.peer.sendFrame(silence), 20);
  await sends(page.sid, 'silence');
  clearInterval(mute);
  await sends(page.sid, 'nothing');
  expect(await world.status(page.sid)).toBe('in-progress');
  page.peer.speak(1_000);
  await sends(page.sid, 'sound');
  page.send('hangup', { callsid: page.sid });
  await world.waitForStatus(page.sid, 'completed');
  await page.close();
});

test.concurrent('a browser that is gone with its socket and its audio is not waited for like a network', async ({
  expect,
}) => {
  const page = await talk('gone');
  await page.close();
  // A socket alone is waited for 30 s, as this page asked; the call ends well before.
  await until(
    async () => (await world.status(page.sid)) === 'completed',
    'its call has ended',
    scaleTimeout(20_000),
  );
  // A page that was not connected has rung a lead of its own.
  const told = await world.waitForPath('/lead/gone', (params) => params['ParentCallSid'] === page.sid);
  expect(told.params).toMatchObject({ CallStatus: 'completed' });
});

test.concurrent('a browser that has lost its socket alone is waited for, and its audio goes on', async ({
  expect,
}) => {
  const page = await talk('patient');
  page.socket.terminate();
  const { packets_in: heard } = await world.waitForLine(page.sid, () => true, 'the page');
  await world.waitForLine(page.sid, (line) => line.packets_in > heard + 400, 'eight seconds of audio');
  expect(await world.status(page.sid)).toBe('in-progress');
  await world.client.calls(page.sid).update({ status: 'completed' });
  await page.peer.close();
});

test.concurrent('nobody answers: it ends after Timeout and five seconds', async ({ expect }) => {
  const page = await openPage(world, 'sleeper', applicationSid);
  await page.register();
  const began = performance.now();
  const call = await world.dial('client:sleeper', {
    url: world.url('/voice'),
    timeout: 1,
    statusCallback: world.url('/sleeper'),
  });
  expect(await page.waitForFrame('invite')).toMatchObject({ parameters: { CallSid: call.sid } });
  await page.waitForFrame('cancel', ({ callsid }) => callsid === call.sid);
  const told = await world.waitForPath('/sleeper', (params) => params['CallDuration'] !== undefined);
  expect(told.params).toMatchObject({ CallSid: call.sid, CallStatus: 'no-answer' });
  expect(performance.now() - began).toBeGreaterThan(5_500);
  await page.close();
});

test.concurrent('a browser that is frozen, or has no network, is told of the end of its call after its consent has expired', {
  timeout: scaleTimeout(120_000),
}, async ({ expect }) => {
  const page = await openTalkingPage(world, 'frozen', applicationSid);
  // Its socket lives, as that of a browser without a network does for a while: nobody has closed it.
  await page.peer.close();
  await sends(page.sid, 'nothing');
  expect(await world.status(page.sid)).toBe('in-progress');
  const told = await until(
    () => page.frames.find((one) => one.type === 'hangup')?.payload,
    'the end of its call',
    scaleTimeout(50_000),
  );
  expect(told).toMatchObject({ callsid: page.sid, error: { code: 53405 } });
  expect(await world.status(page.sid)).toBe('completed');
  page.socket.terminate();
});

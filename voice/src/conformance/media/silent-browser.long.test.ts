import { beforeAll, test } from 'vitest';
import { scaleTimeout } from '../../testing/timeouts.ts';
import { until } from '../../testing/until.ts';
import { openPage, openTalkingPage } from '../page-socket.ts';
import { type Line, openWorld, type World } from '../world.ts';

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

const talk = (identity: string) => openTalkingPage(world, identity, applicationSid);

const waitForAudio = (sid: string, what: Line['sends']) =>
  world.waitForLine(sid, (line) => line.sends === what, what);

test.concurrent('a browser that sends no audio is distinguished from a muted one, and its call continues', async ({
  expect,
}) => {
  const page = await talk('unheard');
  await waitForAudio(page.sid, 'sound');
  // A muted microphone keeps sending silence.
  page.peer.stopSpeaking();
  const silence = new Uint8Array(160).fill(0xff);
  const mute = setInterval(() => page.peer.sendFrame(silence), 20);
  await waitForAudio(page.sid, 'silence');
  clearInterval(mute);
  await waitForAudio(page.sid, 'nothing');
  expect(await world.status(page.sid)).toBe('in-progress');
  page.peer.speak(1_000);
  await waitForAudio(page.sid, 'sound');
  page.send('hangup', { callsid: page.sid });
  await world.waitForStatus(page.sid, 'completed');
  await page.close();
});

test.concurrent('the call of a browser that lost both socket and audio ends early', async ({ expect }) => {
  const page = await talk('gone');
  await page.close();
  // With audio the service would wait 30 s for the socket, as this page requested.
  await until(
    async () => (await world.status(page.sid)) === 'completed',
    'its call to end',
    scaleTimeout(20_000),
  );
  // Every connection attempt of the page has rung another lead.
  const ended = await world.waitForPath('/lead/gone', (params) => params['ParentCallSid'] === page.sid);
  expect(ended.params).toMatchObject({ CallStatus: 'completed' });
});

test.concurrent('the call of a browser that lost only its socket continues', async ({ expect }) => {
  const page = await talk('patient');
  page.socket.terminate();
  const { packets_in: packetsBefore } = await world.waitForLine(page.sid, () => true, 'the page');
  await world.waitForLine(
    page.sid,
    (line) => line.packets_in > packetsBefore + 400,
    'eight seconds of audio',
  );
  expect(await world.status(page.sid)).toBe('in-progress');
  await world.client.calls(page.sid).update({ status: 'completed' });
  await page.peer.close();
});

test.concurrent('an unanswered call ends five seconds after its Timeout', async ({ expect }) => {
  const page = await openPage(world, 'sleeper', applicationSid);
  await page.register();
  const startedAt = performance.now();
  const call = await world.dial('client:sleeper', {
    url: world.url('/voice'),
    timeout: 1,
    statusCallback: world.url('/sleeper'),
  });
  expect(await page.waitForFrame('invite')).toMatchObject({ parameters: { CallSid: call.sid } });
  await page.waitForFrame('cancel', ({ callsid }) => callsid === call.sid);
  const ended = await world.waitForPath('/sleeper', (params) => params['CallDuration'] !== undefined);
  expect(ended.params).toMatchObject({ CallSid: call.sid, CallStatus: 'no-answer' });
  expect(performance.now() - startedAt).toBeGreaterThan(5_500);
  await page.close();
});

test.concurrent('the call of a frozen browser ends after its ICE consent has expired', {
  timeout: scaleTimeout(120_000),
}, async ({ expect }) => {
  const page = await openTalkingPage(world, 'frozen', applicationSid);
  // Its socket stays open, as it does for a while when a browser loses its network.
  await page.peer.close();
  await waitForAudio(page.sid, 'nothing');
  expect(await world.status(page.sid)).toBe('in-progress');
  const ended = await until(
    () => page.frames.find((one) => one.type === 'hangup')?.payload,
    'the end of its call',
    scaleTimeout(50_000),
  );
  expect(ended).toMatchObject({ callsid: page.sid, error: { code: 53405 } });
  expect(await world.status(page.sid)).toBe('completed');
  page.socket.terminate();
});

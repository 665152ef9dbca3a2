import { afterAll, beforeAll, test } from 'vitest';
import { patient } from '../../testing/patience.ts';
import { until } from '../../testing/until.ts';
import { openPage, openTalk } from '../page-socket.ts';
import { type Line, openWorld, type World } from '../world.ts';

/** Browsers that fall silent, and one that rings in vain, by bare sockets. */
let world: World;
let applicationSid: string;

interface SendingLine extends Line {
  readonly sends: 'sound' | 'silence' | 'nothing';
}

beforeAll(async () => {
  world = await openWorld();
  const application = await world.client.applications.create({ voiceUrl: world.url('/voice') });
  applicationSid = application.sid;
  world.on(
    '/voice',
    ({ params }) =>
      `<Response><Dial action="/after"><Number statusCallback="${world.url(`/lead/${params['From']?.slice('client:'.length)}`)}" statusCallbackEvent="completed">+14155550100</Number></Dial></Response>`,
  );
});

afterAll(() => world.close());

/** A page that talks with a lead. */
const talk = (identity: string) => openTalk(world, identity, applicationSid);

async function line(sid: string): Promise<SendingLine | undefined> {
  const { lines } = await world.lab<{ lines: SendingLine[] }>('/lines');
  return lines.find((one) => one.call_sid === sid);
}

test.concurrent('a browser that hears and is not heard is told from a mute one, and is not hung up', async ({
  expect,
}) => {
  const page = await talk('unheard');
  await until(async () => (await line(page.sid))?.sends === 'sound', 'sound');
  // A mute microphone goes on sending, silence.
  page.peer.stopSpeaking();
  const silence = new Uint8Array(160).fill(0xff);
  const mute = setInterval(() => page.peer.sendFrame(silence), 20);
  await until(async () => (await line(page.sid))?.sends === 'silence', 'silence');
  clearInterval(mute);
  await until(async () => (await line(page.sid))?.sends === 'nothing', 'nothing');
  expect((await world.client.calls(page.sid).fetch()).status).toBe('in-progress');
  page.peer.speak(1_000);
  await until(async () => (await line(page.sid))?.sends === 'sound', 'sound again');
  page.say('hangup', { callsid: page.sid });
  await until(async () => (await world.client.calls(page.sid).fetch()).status === 'completed', 'completed');
  await page.peer.close();
  page.socket.terminate();
});

test.concurrent('a browser that is gone with its socket and its audio is not waited for like a network', async ({
  expect,
}) => {
  const page = await talk('gone');
  page.socket.terminate();
  await page.peer.close();
  // A socket alone is waited for 30 s, as this page asked; the call ends well before.
  await until(
    async () => (await world.client.calls(page.sid).fetch()).status === 'completed',
    'its call has ended',
    patient(20_000),
  );
  // A page that was not connected has rung a lead of its own.
  const told = await world.hook(
    (one) => one.path === '/lead/gone' && one.params['ParentCallSid'] === page.sid,
  );
  expect(told.params).toMatchObject({ CallStatus: 'completed' });
});

test.concurrent('a browser that has lost its socket alone is waited for, and its audio goes on', async ({
  expect,
}) => {
  const page = await talk('patient');
  page.socket.terminate();
  const heard = (await line(page.sid))?.packets_in ?? 0;
  await until(async () => ((await line(page.sid))?.packets_in ?? 0) > heard + 400, 'eight seconds of audio');
  expect((await world.client.calls(page.sid).fetch()).status).toBe('in-progress');
  await world.client.calls(page.sid).update({ status: 'completed' });
  await page.peer.close();
});

test.concurrent('nobody answers: it ends after Timeout and five seconds', async ({ expect }) => {
  const page = await openPage(world, 'sleeper', applicationSid);
  page.say('register', { media: { audio: true } });
  await page.next('ready');
  const began = performance.now();
  const call = await world.client.calls.create({
    to: 'client:sleeper',
    from: '+14155550199',
    url: world.url('/voice'),
    timeout: 1,
    statusCallback: world.url('/sleeper'),
  });
  expect(await page.next('invite')).toMatchObject({ parameters: { CallSid: call.sid } });
  await page.next('cancel', ({ callsid }) => callsid === call.sid);
  const told = await world.hook((one) => one.path === '/sleeper' && one.params['CallDuration'] !== undefined);
  expect(told.params).toMatchObject({ CallSid: call.sid, CallStatus: 'no-answer' });
  expect(performance.now() - began).toBeGreaterThan(5_500);
  page.socket.terminate();
  await page.peer.close();
});

test.concurrent('a browser that is frozen, or has no network, is told of the end of its call after its consent has expired', {
  timeout: patient(120_000),
}, async ({ expect }) => {
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

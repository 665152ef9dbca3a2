import { beforeAll, test } from 'vitest';
import { until } from '../../testing/until.ts';
import { waitForSpeech } from '../recorded-speech.ts';
import { openWorld, type World } from '../world.ts';

let world: World;
const businessNumber = '+14155550199';

beforeAll(async () => {
  world = await openWorld();
  world.on('/wait', '<Pause length="120"/>');
  return () => world.close();
});

test.concurrent('the phone at 0120 says that it is a bad time and hangs up', async () => {
  world.on('/answer', '<Pause length="3"/><Play digits="11ww11"/><Pause length="120"/>');
  const call = await world.dial('+14155550120', { record: true, url: world.url('/answer') });
  await waitForSpeech(world, call.sid, 'short');
  await world.waitForStatus(call.sid, 'completed');
});

test.concurrent('the menu at 0123 connects key 1 to a person and key 2 to a mailbox', async () => {
  const person = await world.dial('+14155550123', { record: true, sendDigits: 'w1' });
  const mailbox = await world.dial('+14155550123', { record: true });
  await waitForSpeech(world, mailbox.sid, 'menu');
  await world.client.calls(mailbox.sid).update({
    twiml: '<Response><Play digits="2"/><Pause length="60"/></Response>',
  });
  await waitForSpeech(world, person.sid, 'lead-1');
  await waitForSpeech(world, mailbox.sid, 'voicemail');
  for (const { sid } of [person, mailbox]) await world.client.calls(sid).update({ status: 'completed' });
});

test.concurrent('the phone at 0127 is unreachable by call and text', async ({ expect }) => {
  const call = await world.dial('+14155550127', {
    statusCallback: world.url('/off'),
    statusCallbackEvent: ['completed'],
  });
  await world.waitForStatus(call.sid, 'no-answer');
  const hook = await world.waitForPath('/off');
  expect(hook.params).toMatchObject({ CallStatus: 'no-answer', SipResponseCode: '480' });
  const text = await world.client.messages.create({
    to: '+14155550127',
    from: businessNumber,
    body: 'Hello',
  });
  await until(
    async () => (await world.client.messages(text.sid).fetch()).errorCode === 30003,
    'the text to fail',
  );
});

test.concurrent('a call ends after its time limit', async () => {
  const call = await world.dial('+14155550100', { timeLimit: 1 });
  await world.waitForStatus(call.sid, 'completed');
});

test.concurrent('the phone at 0121 asks to be called later and hangs up', async () => {
  const call = await world.dial('+14155550121', { record: true });
  await waitForSpeech(world, call.sid, 'later-2');
  await world.waitForStatus(call.sid, 'completed');
});

test.concurrent('the phone at 0122 hangs up after two lines without a response', async () => {
  const call = await world.dial('+14155550122', { record: true });
  await waitForSpeech(world, call.sid, 'quiet-2');
  await world.waitForStatus(call.sid, 'completed');
});

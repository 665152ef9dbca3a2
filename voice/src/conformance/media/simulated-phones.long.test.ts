import { beforeAll, test } from 'vitest';
import { until } from '../../testing/until.ts';
import { waitForSpeech } from '../recorded-speech.ts';
import { openWorld, type World } from '../world.ts';

/** The people and machines of the pretend network, each with its ways. */
let world: World;
const own = '+14155550199';

beforeAll(async () => {
  world = await openWorld();
  world.on('/wait', '<Pause length="120"/>');
  return () => world.close();
});

test.concurrent('somebody for whom it is a bad time says so, is answered, and goes', async () => {
  world.on('/answer', '<Pause length="3"/><Play digits="11ww11"/><Pause length="120"/>');
  const call = await world.dial('+14155550120', { record: true, url: world.url('/answer') });
  await waitForSpeech(world, call.sid, 'short');
  await world.waitForStatus(call.sid, 'completed');
});

test.concurrent('a menu is told keys: one is a person, two a mailbox', async () => {
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

test.concurrent('a telephone that is switched off is not reached, by a call or a text', async ({
  expect,
}) => {
  const call = await world.dial('+14155550127', {
    statusCallback: world.url('/off'),
    statusCallbackEvent: ['completed'],
  });
  await world.waitForStatus(call.sid, 'no-answer');
  const hook = await world.waitForPath('/off');
  expect(hook.params).toMatchObject({ CallStatus: 'no-answer', SipResponseCode: '480' });
  const text = await world.client.messages.create({ to: '+14155550127', from: own, body: 'Hello' });
  await until(async () => (await world.client.messages(text.sid).fetch()).errorCode === 30003, 'unreachable');
});

test.concurrent('a call lasts as long as it may', async () => {
  const call = await world.dial('+14155550100', { timeLimit: 1 });
  await world.waitForStatus(call.sid, 'completed');
});

test.concurrent('somebody at the wheel asks to be called later, and goes', async () => {
  const call = await world.dial('+14155550121', { record: true });
  await waitForSpeech(world, call.sid, 'later-2');
  await world.waitForStatus(call.sid, 'completed');
});

test.concurrent('who hears nothing asks twice and hangs up', async () => {
  const call = await world.dial('+14155550122', { record: true });
  await waitForSpeech(world, call.sid, 'quiet-2');
  await world.waitForStatus(call.sid, 'completed');
});

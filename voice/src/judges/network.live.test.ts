import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readWav } from '../core/audio/wav.ts';
import { until } from '../testing/until.ts';
import { account, openWorld, type World } from './world.ts';

let world: World;
const own = '+14155550199';

beforeAll(async () => {
  world = await openWorld();
  world.on('/wait', () => '<Response><Pause length="120"/></Response>');
});

afterAll(() => world.close());

const dial = (to: string, more: object = {}) =>
  world.client.calls.create({ to, from: own, url: world.url('/wait'), ...more });

/** A piece out of the middle of a sound of the pretend network, as a recording holds it. */
function piece(name: string): Buffer {
  const reading = readWav(readFileSync(fileURLToPath(new URL(`../../assets/${name}.wav`, import.meta.url))));
  if (!reading.ok) throw new Error(reading.error);
  const samples = reading.samples.subarray(4_000, 4_400);
  return Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
}

/** Waits until that sound is in the call's recording. */
async function says(callSid: string, name: string): Promise<void> {
  const basic = Buffer.from(`${account.sid}:${account.token}`).toString('base64');
  await until(async () => {
    const [recording] = await world.client.recordings.list({ callSid });
    const answer = await fetch(
      `http://127.0.0.1:${world.voice.port}/2010-04-01/Accounts/${account.sid}/Recordings/${recording?.sid}`,
      { headers: { authorization: `Basic ${basic}` } },
    );
    return Buffer.from(await answer.arrayBuffer()).includes(piece(name));
  }, `${name} to be heard`);
}

const ends = (sid: string, status: string) =>
  until(async () => (await world.client.calls(sid).fetch()).status === status, `it is ${status}`, 30_000);

test('somebody at the wheel asks to be called later, and goes', async () => {
  const call = await dial('+14155550121', { record: true });
  await says(call.sid, 'later-2');
  await ends(call.sid, 'completed');
});

test('who hears nothing asks twice and hangs up', async () => {
  const call = await dial('+14155550122', { record: true });
  await says(call.sid, 'quiet-2');
  await ends(call.sid, 'completed');
});

test('a menu is told keys: one is a person, two a mailbox', async () => {
  const person = await dial('+14155550123', { record: true, sendDigits: 'w1' });
  const mailbox = await dial('+14155550123', { record: true });
  await says(mailbox.sid, 'menu');
  await world.client.calls(mailbox.sid).update({
    twiml: '<Response><Play digits="2"/><Pause length="60"/></Response>',
  });
  await says(person.sid, 'lead-1');
  await says(mailbox.sid, 'voicemail');
  for (const { sid } of [person, mailbox]) await world.client.calls(sid).update({ status: 'completed' });
});

test('a telephone that is switched off is not reached, by a call or a text', async () => {
  const call = await dial('+14155550127', {
    statusCallback: world.url('/off'),
    statusCallbackEvent: ['completed'],
  });
  await ends(call.sid, 'no-answer');
  const hook = await world.hook((one) => one.path === '/off');
  expect(hook.params).toMatchObject({ CallStatus: 'no-answer', SipResponseCode: '480' });
  const text = await world.client.messages.create({ to: '+14155550127', from: own, body: 'Hello' });
  await until(async () => (await world.client.messages(text.sid).fetch()).errorCode === 30003, 'unreachable');
});

test('a call lasts as long as it may', async () => {
  const call = await dial('+14155550100', { timeLimit: 1 });
  await ends(call.sid, 'completed');
});

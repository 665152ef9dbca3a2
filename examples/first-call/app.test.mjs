import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { start } from 'offhook-voice';
import { requestClient } from 'offhook-voice/client';
import twilio from 'twilio';
import { startApp } from './app.mjs';

const PATIENT = '+14155550200';
const HURRIED = '+14155550201';

let voice;
let app;
let client;

before(async () => {
  voice = await start({
    port: 0,
    seed: {
      phones: [
        { number: PATIENT, behavior: 'silent', ringMs: 500, pressesKey: '1' },
        { number: HURRIED, behavior: 'busy' },
      ],
    },
  });
  app = await startApp(voice.authToken);
  client = twilio(voice.accountSid, voice.authToken, { httpClient: requestClient(voice) });
});

beforeEach(() => voice.reset());

after(async () => {
  app?.close();
  await voice?.stop();
});

const call = (to) =>
  client.calls.create({
    to,
    from: voice.numbers[0],
    url: `${app.url}/appointment`,
    statusCallback: `${app.url}/status`,
  });

test('a patient who presses 1 has confirmed the appointment', async () => {
  const { sid } = await call(PATIENT);
  await voice.waitForStatus(sid, 'completed');
  assert.deepEqual(app.appointments, ['confirmed']);
  const [asked, answered] = app.requests;
  assert.equal(asked.path, '/appointment');
  assert.equal(asked.params.To, PATIENT);
  assert.equal(answered.path, '/answer');
  assert.equal(answered.params.Digits, '1');
  assert.equal((await client.calls(sid).fetch()).status, 'completed');
});

test('a busy patient gets no question', async () => {
  const asked = app.requests.length;
  const { sid } = await call(HURRIED);
  await voice.waitForStatus(sid, 'busy');
  assert.deepEqual(
    app.requests.slice(asked).filter(({ path }) => path === '/appointment'),
    [],
  );
});

import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { wav } from '../../testing/chromium.ts';
import { scratchFolder } from '../../testing/scratch.ts';
import { until } from '../../testing/until.ts';
import { openWorld, type World } from '../world.ts';

let world: World;

/** Readable by everyone, as an older version left it. */
const folder = scratchFolder();
chmodSync(folder, 0o755);
mkdirSync(join(folder, 'recordings'), { mode: 0o755 });
for (const name of ['calls.jsonl', 'old.jsonl', 'recordings/RE1.wav'])
  writeFileSync(join(folder, name), '', { mode: 0o644 });

beforeAll(async () => {
  world = await openWorld({ VOICE_DATA: folder });
});

// Runs before the scratch folder is removed.
afterAll(() => world.close());

async function download(sid: string, query = '', headers: Record<string, string> = {}) {
  const response = await world.fetch(`/Recordings/${sid}.wav${query}`, { headers });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes };
}

function loudness(wav: Buffer, channel: number, channels: number): number {
  let sum = 0;
  let count = 0;
  for (let at = 44 + channel * 2; at + 1 < wav.length; at += channels * 2) {
    sum += (wav.readInt16LE(at) / 32_768) ** 2;
    count += 1;
  }
  return count === 0 ? 0 : Math.sqrt(sum / count);
}

const twiml = (name: string, more: string) =>
  `<Response><Dial><Conference beep="false" ${more}>${name}</Conference></Dial></Response>`;

let count = 0;

async function conversation(name: string, more = '') {
  count += 1;
  const businessNumber = `+1415556${String(count).padStart(4, '0')}`;
  world.on(`/in/${name}`, () => twiml(name, more));
  await world.client.incomingPhoneNumbers.create({
    phoneNumber: businessNumber,
    voiceUrl: world.url(`/in/${name}`),
  });
  const caller = await world.callIn('+14155550100', businessNumber);
  await world.waitForPath(`/in/${name}`);
  const dialed = await world.invite(name, '+14155550131', { from: businessNumber });
  await world.waitForConference(name, 'in-progress');
  return { caller, conferenceSid: dialed.conferenceSid };
}

test.concurrent('a conference recording has the first participant on one channel and everyone else on the other', async ({
  expect,
}) => {
  const { caller, conferenceSid } = await conversation(
    'room-1',
    `record="record-from-start" recordingStatusCallback="${world.url('/recorded')}" recordingStatusCallbackEvent="in-progress completed"`,
  );
  const started = await world.waitForPath('/recorded');
  expect(started.params).toMatchObject({ RecordingStatus: 'in-progress', RecordingSource: 'Conference' });
  const sid = started.params['RecordingSid'] ?? '';
  await until(
    async () => (await world.client.recordings(sid).fetch()).status === 'in-progress',
    'the recording to run',
  );
  await until(async () => {
    const { bytes } = await download(sid, '?RequestedChannels=2');
    const seconds = (bytes.length - 44) / 32_000;
    return seconds > 2 && loudness(bytes, 0, 2) > 0.02 && loudness(bytes, 1, 2) > 0.02;
  }, 'both voices in the running recording');
  await world.hangUp(caller);
  await world.client.conferences(conferenceSid).update({ status: 'completed' });
  const done = await world.waitForPath('/recorded', (params) => params['RecordingStatus'] === 'completed');
  expect(done.signed).toBe(true);
  expect(Number(done.params['RecordingDuration'])).toBeGreaterThan(1);

  const recording = await world.client.recordings(sid).fetch();
  expect(recording).toMatchObject({ status: 'completed', conferenceSid, channels: 2, source: 'Conference' });
  const both = await download(sid, '?RequestedChannels=2');
  expect([both.status, both.headers.get('content-type')]).toEqual([200, 'audio/x-wav']);
  expect([both.bytes.readUInt16LE(22), both.bytes.readUInt32LE(24)]).toEqual([2, 8_000]);
  const mono = await download(sid);
  expect(mono.bytes.readUInt16LE(22)).toBe(1);
  expect(mono.bytes.length - 44).toBe((both.bytes.length - 44) / 2);
  expect(loudness(mono.bytes, 0, 1)).toBeGreaterThan(0.02);
  expect(Number(recording.duration)).toBe(Math.round((mono.bytes.length - 44) / 16_000));
});

test.concurrent('the API starts, pauses, resumes, stops, lists and deletes a recording', async ({
  expect,
}) => {
  const { conferenceSid } = await conversation('room-2');
  const conference = world.client.conferences(conferenceSid);
  const response = await world.fetch(`/Conferences/${conferenceSid}/Recordings.json`, {
    method: 'POST',
    body: new URLSearchParams({ RecordingStatusCallback: world.url('/room-2') }),
  });
  const { sid } = (await response.json()) as { sid: string };
  expect(response.status).toBe(201);
  // An empty recording would end with the status absent.
  await until(async () => (await download(sid)).status === 200, 'something to be recorded');
  expect((await conference.recordings('Twilio.CURRENT').update({ status: 'paused' })).status).toBe('paused');
  expect((await conference.recordings(sid).update({ status: 'in-progress' })).status).toBe('in-progress');
  await conference.recordings(sid).update({ status: 'stopped' });
  await world.waitForPath('/room-2');
  expect(await conference.recordings.list()).toMatchObject([{ sid, source: 'StartConferenceRecordingAPI' }]);
  await world.client.recordings(sid).remove();
  await expect(world.client.recordings(sid).fetch()).rejects.toMatchObject({ status: 404, code: 20404 });
  expect((await download(sid)).status).toBe(404);
  await conference.update({ status: 'completed' });
});

/** From the first to the last sample of the only silence of at least 100 ms; null: none, or several. */
function onlySilence(wav: Buffer, channel: number): { from: number; to: number } | null {
  const found: { from: number; to: number }[] = [];
  let from: number | null = null;
  const samples = (wav.length - 44) / 4;
  for (let n = 0; n <= samples; n += 1) {
    const isSilent = n < samples && wav.readInt16LE(44 + n * 4 + channel * 2) === 0;
    if (isSilent) from ??= n;
    else if (from !== null) {
      if (n - from >= 800) found.push({ from, to: n });
      from = null;
    }
  }
  const [only, more] = found;
  return only !== undefined && more === undefined ? only : null;
}

test.concurrent('a paused conference recording goes on with silence on both channels until it is resumed', async ({
  expect,
}) => {
  const path = '/room-4-recorded';
  const { caller, conferenceSid } = await conversation(
    'room-4',
    `record="record-from-start" recordingStatusCallback="${world.url(path)}" recordingStatusCallbackEvent="in-progress completed absent"`,
  );
  const participants = await world.client.conferences(conferenceSid).participants.list();
  for (const [n, { callSid }] of participants.entries())
    await world.lab('/controls', { control: 'tone', call_sid: callSid, frequency: 500 + 300 * n });
  const current = world.client.conferences(conferenceSid).recordings('Twilio.CURRENT');
  const { sid } = await current.fetch();
  const tail = async () => {
    const { status, bytes } = await download(sid, '?RequestedChannels=2');
    if (status !== 200) return { samples: 0, volume: [0, 0] };
    const end = Buffer.concat([bytes.subarray(0, 44), bytes.subarray(Math.max(44, bytes.length - 16_000))]);
    return { samples: (bytes.length - 44) / 4, volume: [loudness(end, 0, 2), loudness(end, 1, 2)] };
  };
  const isLoud = async () => (await tail()).volume.every((one) => one > 0.02);
  await until(isLoud, 'both tones');
  const before = (await tail()).samples;
  expect((await current.update({ status: 'paused' })).status).toBe('paused');
  expect((await world.client.recordings(sid).fetch()).status).toBe('paused');
  await until(async () => {
    const { samples, volume } = await tail();
    return samples > before + 8_000 && volume.every((one) => one === 0);
  }, 'half a second of silence');
  const after = (await tail()).samples;
  expect((await current.update({ status: 'in-progress' })).status).toBe('in-progress');
  await until(isLoud, 'both tones again');
  await world.hangUp(caller);
  await world.client.conferences(conferenceSid).update({ status: 'completed' });
  await world.waitForPath(path, (params) => params['RecordingStatus'] === 'completed');
  const { bytes } = await download(sid, '?RequestedChannels=2');
  // The second party's channel begins with the silence before it joined.
  const sinceTones = Buffer.concat([bytes.subarray(0, 44), bytes.subarray(44 + before * 4)]);
  for (const channel of [0, 1])
    expect(onlySilence(sinceTones, channel)?.to ?? 0, `channel ${channel}`).toBeGreaterThanOrEqual(
      after - before,
    );
  // As at the provider, pausing isn't reported.
  const reports = world.requests.filter((one) => one.path === path);
  expect(reports.map((one) => one.params['RecordingStatus'])).toEqual(['in-progress', 'completed']);
});

test.concurrent('a call recording has the party on one channel and what it hears on the other', async ({
  expect,
}) => {
  const { caller, conferenceSid } = await conversation('room-3');
  const started = await world.client.calls(caller).recordings.create({
    recordingStatusCallback: world.url('/room-3'),
    recordingChannels: 'dual',
  });
  expect(started).toMatchObject({ callSid: caller, source: 'StartCallRecordingAPI', status: 'in-progress' });
  await until(async () => {
    // Before the first audio the response is an error.
    const { status, bytes } = await download(started.sid, '?RequestedChannels=2');
    return status === 200 && loudness(bytes, 0, 2) > 0.02 && loudness(bytes, 1, 2) > 0.02;
  }, 'both voices');
  await world.client.calls(caller).update({ status: 'completed' });
  await world.waitForPath('/room-3', (params) => params['RecordingStatus'] === 'completed');
  await world.client.conferences(conferenceSid).update({ status: 'completed' });
});

test('a recording can be downloaded in ranges', async ({ expect }) => {
  const recording = (await world.client.recordings.list()).find((one) => one.status === 'completed');
  const sid = recording?.sid ?? '';
  for (const query of ['', '?RequestedChannels=2']) {
    const whole = await download(sid, query);
    for (const [from, to] of [
      [0, 99],
      [30, 61],
      [44, 45],
      [45, 1_003],
      [1_001, whole.bytes.length - 1],
    ] as const) {
      const part = await download(sid, query, { range: `bytes=${from}-${to}` });
      expect(part.status).toBe(206);
      expect(part.headers.get('content-range')).toBe(`bytes ${from}-${to}/${whole.bytes.length}`);
      expect(part.bytes.equals(whole.bytes.subarray(from, to + 1))).toBe(true);
    }
    const tail = await download(sid, query, { range: 'bytes=-10' });
    expect(tail.bytes.equals(whole.bytes.subarray(-10))).toBe(true);
    const beyond = await download(sid, query, { range: `bytes=${whole.bytes.length}-` });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([
      416,
      `bytes */${whole.bytes.length}`,
    ]);
  }
});

test('stored files are accessible only to the user that runs the service', async ({ expect }) => {
  const sound = wav(new Int16Array(800));
  world.on('/beep.wav', () => ({ type: 'audio/wav', body: sound }));
  world.on('/all', '<Say>Hello</Say><Play>/beep.wav</Play><Hangup/>');
  const call = await world.client.calls.create({
    ...{ to: '+14155550106', from: 'client:recorder', url: world.url('/all') },
    ...{ record: true, trim: 'trim-silence', recordingStatusCallback: world.url('/all-recorded') },
  });
  await world.waitForPath('/all-recorded');
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  const names = entries.map((entry) => join(entry.parentPath, entry.name));
  for (const part of ['calls.jsonl', 'old.jsonl', 'RE1.wav', 'sounds/', 'sounds/speech/', 'recordings/RE'])
    expect(names.some((name) => name.includes(part) && name.includes('.'))).toBe(true);
  const modes = new Map(names.map((name) => [name, statSync(name).mode & 0o777]));
  const open = [...modes].filter(([, mode]) => mode !== 0o600 && mode !== 0o700);
  expect(open).toEqual([]);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  await world.waitForStatus(call.sid, 'completed');
});

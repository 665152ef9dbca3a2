import { randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'vitest';
import { scratchFolder } from '../testing/scratch.ts';
import { until } from '../testing/until.ts';
import type { MediaCommand } from './commands.ts';
import { ULAW_SILENCE } from './core/audio/g711.ts';
import { wavHeader } from './core/audio/wav.ts';
import {
  addCarrier,
  connectCaller,
  connectPeer,
  readLevel,
  setHears,
  setUp,
  startEngine,
  startRecording,
  waitForTone,
} from './test-engine.ts';

// The longest test starts first, so that the others run alongside it.
test.concurrent('a silent browser is reported as lost after 4 s and as found when it resumes', async (context) => {
  const { expect, engine } = setUp(context);
  const peer = await connectCaller(engine, 'CA1');
  peer.speak(400);
  await expect.poll(async () => (await readLevel(engine, 'CA1')).packetsIn).toBeGreaterThan(20);
  peer.stopSpeaking();
  // On a stalled machine the leg may already have been lost and found.
  const from = engine.reports.length;
  const lost = () => engine.reports.slice(from).find((report) => report.type === 'lost');
  await until(() => lost() !== undefined, 'the lost report');
  expect(lost()?.silentMs).toBeGreaterThanOrEqual(4000);
  expect(engine.has('found', 'CA1', from)).toBe(false);
  peer.speak(400);
  await until(() => engine.has('found', 'CA1', from), 'the found report');
});

test.concurrent('a calling browser is connected and receives silence while it hears no one', async (context) => {
  const { expect, engine } = setUp(context);
  const peer = await connectCaller(engine, 'CA1');
  await until(() => peer.received.length >= 50, '1 s of packets');
  const packets = peer.received.slice(0, 50);
  expect(packets.every(({ payload }) => payload.every((byte) => byte === ULAW_SILENCE))).toBe(true);
  expect(packets.every(({ payload }) => payload.length === 160)).toBe(true);
});

test.concurrent('a called browser is connected when it answers', async (context) => {
  const engine = startEngine(context);
  const peer = await connectPeer(engine, 'CA1', async (called) => {
    const { sdp } = await engine.send({ type: 'makeOffer', leg: 'CA1' });
    await engine.send({ type: 'acceptAnswer', leg: 'CA1', sdp: await called.answer(sdp) });
    return sdp;
  });
  await addCarrier(engine, 'CA2', 500);
  await setHears(engine, { CA1: ['CA2'] });
  await waitForTone(peer, 500);
});

test.concurrent('two browsers hear each other but not themselves', async (context) => {
  const { expect, engine } = setUp(context);
  const [one, two] = [await connectCaller(engine, 'CA1'), await connectCaller(engine, 'CA2')];
  await setHears(engine, { CA1: ['CA2'], CA2: ['CA1'] });
  one.speak(400);
  two.speak(900);
  await Promise.all([waitForTone(one, 900), waitForTone(two, 400)]);
  expect(await readLevel(engine, 'CA1')).toMatchObject({ hears: ['CA2'] });
  const quieterLevel = async () => {
    const { in: sent, out } = await readLevel(engine, 'CA1');
    return Math.min(sent, out);
  };
  await expect.poll(quieterLevel).toBeGreaterThan(0.1);
});

test.concurrent('the RTP stream stays continuous when the source changes', async (context) => {
  const { expect, engine } = setUp(context);
  const [one, two] = [await connectCaller(engine, 'CA1'), await connectCaller(engine, 'CA2')];
  await addCarrier(engine, 'CA3', 600);
  two.speak(900);
  const from = one.received.length;
  for (const sources of [['CA2'], ['CA3'], ['CA2', 'CA3'], [], ['CA2']]) {
    await setHears(engine, { CA1: sources });
    const start = one.received.length;
    await until(() => one.received.length > start + 15, 'some packets');
  }
  const headers = one.received.slice(from).map(({ header }) => header);
  expect(new Set(headers.map(({ ssrc }) => ssrc)).size).toBe(1);
  for (let i = 1; i < headers.length; i += 1) {
    const [before, after] = [headers[i - 1], headers[i]];
    if (before === undefined || after === undefined) continue;
    expect((after.sequenceNumber - before.sequenceNumber) & 0xffff).toBe(1);
    expect((after.timestamp - before.timestamp) >>> 0).toBeGreaterThanOrEqual(160);
    // A stall is a forward gap. A backward jump would look like a gap of days.
    expect((after.timestamp - before.timestamp) >>> 0).toBeLessThan(30 * 8000);
  }
  expect(headers.some(({ marker }) => marker)).toBe(true);
});

test.concurrent('no audio passes after a source is removed', async (context) => {
  const { expect, engine } = setUp(context);
  const [one, two] = [await connectCaller(engine, 'CA1'), await connectCaller(engine, 'CA2')];
  await setHears(engine, { CA1: ['CA2'], CA2: ['CA1'] });
  two.speak(900);
  await waitForTone(one, 900);
  await setHears(engine, { CA1: [] });
  await waitForTone(one, 0);
  const from = one.received.length;
  await until(() => one.received.length > from + 25, '500 ms of packets');
  const after = Buffer.concat(one.received.slice(from).map(({ payload }) => payload));
  expect(after.every((byte) => byte === ULAW_SILENCE)).toBe(true);
});

test.concurrent('a whispering coach is heard by the agent but not by the lead', async (context) => {
  const { expect, engine } = setUp(context);
  const [agent, lead, coach] = [
    await connectCaller(engine, 'agent'),
    await connectCaller(engine, 'lead'),
    await connectCaller(engine, 'coach'),
  ];
  coach.speak(1300);
  await setHears(engine, { agent: ['lead', 'coach'], lead: ['agent'], coach: ['agent', 'lead'] });
  await waitForTone(agent, 1300);
  expect(lead.level()).toBe(0);
});

test.concurrent('three browsers are mixed, and none hears itself', async (context) => {
  const { expect, engine } = setUp(context);
  const peers = [
    await connectCaller(engine, 'CA1'),
    await connectCaller(engine, 'CA2'),
    await connectCaller(engine, 'CA3'),
  ];
  await setHears(engine, { CA1: ['CA2', 'CA3'], CA2: ['CA1', 'CA3'], CA3: ['CA1', 'CA2'] });
  peers[0]?.speak(400);
  const [, two, three] = peers;
  if (two === undefined || three === undefined) throw new Error('expected three peers');
  await Promise.all([waitForTone(two, 400), waitForTone(three, 400)]);
  expect(peers[0]?.level()).toBe(0);
});

test.concurrent('a sound is played over the audio that the leg hears, and its end is reported once', async (context) => {
  const { expect, engine } = setUp(context);
  const peer = await connectCaller(engine, 'CA1');
  const sounds = [{ kind: 'tone' as const, frequencies: [1000], onMs: 400, offMs: 0 }];
  const from = peer.received.length;
  await engine.send({ type: 'play', leg: 'CA1', play: 'P1', sounds, loop: false });
  await waitForTone(peer, 1000, from);
  await until(() => engine.has('played', 'CA1'), 'the played report');
  await waitForTone(peer, 0);
  expect(engine.reports.filter(({ type }) => type === 'played')).toEqual([
    { type: 'played', leg: 'CA1', play: 'P1' },
  ]);
});

test.concurrent('a loop plays until it is stopped or replaced, without a report', async (context) => {
  const { expect, engine } = setUp(context);
  const peer = await connectCaller(engine, 'CA1');
  const tone = (frequency: number) => [
    { kind: 'tone' as const, frequencies: [frequency], onMs: 60, offMs: 0 },
  ];
  await engine.send({ type: 'play', leg: 'CA1', play: 'P1', sounds: tone(700), loop: true });
  await waitForTone(peer, 700);
  await engine.send({ type: 'play', leg: 'CA1', play: 'P2', sounds: tone(1500), loop: true });
  await waitForTone(peer, 1500);
  await engine.send({ type: 'stopPlay', leg: 'CA1' });
  await waitForTone(peer, 0);
  expect(engine.has('played', 'CA1')).toBe(false);
});

test.concurrent('digits replace the audio that the leg sends with tones', async (context) => {
  const engine = startEngine(context);
  const [one, two] = [await connectCaller(engine, 'CA1'), await connectCaller(engine, 'CA2')];
  await setHears(engine, { CA2: ['CA1'] });
  one.speak(300);
  await waitForTone(two, 300);
  let end = two.received.length;
  await engine.send({ type: 'sendDigits', leg: 'CA1', digits: '5' });
  await until(() => {
    for (; end <= two.received.length; end += 1)
      if (two.strength(770, 3, end) > 0.03 && two.strength(1336, 3, end) > 0.03) return true;
    return false;
  }, 'the digit tones');
  await waitForTone(two, 300, end + 12);
});

test.concurrent('simulated parties talk, echo and stay silent', async (context) => {
  const engine = startEngine(context);
  const peer = await connectCaller(engine, 'CA1');
  const path = join(scratchFolder(context.onTestFinished), 'line.wav');
  const tone = Int16Array.from({ length: 4000 }, (_, i) => 9000 * Math.sin((2 * Math.PI * 800 * i) / 8000));
  await writeFile(path, Buffer.concat([wavHeader(1, tone.byteLength), Buffer.from(tone.buffer)]));
  await engine.send({ type: 'openCarrier', leg: 'CA2' });
  await setHears(engine, { CA1: ['CA2'], CA2: ['CA1'] });
  await waitForTone(peer, 0);
  let from = peer.received.length;
  await engine.send({
    type: 'setPersona',
    leg: 'CA2',
    persona: { kind: 'talker', lines: [path], pauseMs: 200, endsAfterMs: 1500 },
  });
  await waitForTone(peer, 800, from);
  await waitForTone(peer, 0);
  await until(() => engine.has('personaEnded', 'CA2'), 'personaEnded');
  await engine.send({ type: 'setPersona', leg: 'CA2', persona: { kind: 'echo' } });
  peer.speak(1100);
  await waitForTone(peer, 1100);
  from = peer.received.length;
  await engine.send({ type: 'setPersona', leg: 'CA2', persona: { kind: 'voicemail', greeting: path } });
  peer.stopSpeaking();
  await waitForTone(peer, 800, from);
  await waitForTone(peer, 1000, from);
});

test.concurrent('the latest persona wins even if an earlier one takes longer to load', async (context) => {
  const engine = startEngine(context);
  const path = join(scratchFolder(context.onTestFinished), 'line.wav');
  const samples = new Int16Array(80_000).fill(9000);
  await writeFile(path, Buffer.concat([wavHeader(1, samples.byteLength), Buffer.from(samples.buffer)]));
  await engine.send({ type: 'openCarrier', leg: 'CA1' });
  await engine.send({ type: 'openCarrier', leg: 'CA2' });
  await setHears(engine, { CA2: ['CA1'] });
  const persona = { kind: 'talker', lines: [path], pauseMs: 200 } as const;
  await Promise.all([
    engine.send({ type: 'setPersona', leg: 'CA1', persona }),
    engine.send({ type: 'setPersona', leg: 'CA1', persona: { kind: 'tone', frequency: 700 } }),
  ]);
  const tone = async () => {
    const { levels } = await engine.send({ type: 'readLevels', tones: [700] });
    return levels.find(({ leg }) => leg === 'CA2')?.tones[0] ?? 0;
  };
  let strength = 0;
  const polling = setInterval(async () => {
    strength = await tone();
  }, 20);
  context.onTestFinished(() => clearInterval(polling));
  await until(() => strength > 0.05, 'the tone');
});

test.concurrent('a recording has each side on its own channel and is valid while it grows', async (context) => {
  const { expect, engine } = setUp(context);
  const peer = await connectCaller(engine, 'CA1');
  await addCarrier(engine, 'CA2', 600);
  await setHears(engine, { CA1: ['CA2'], CA2: ['CA1'] });
  peer.speak(1000);
  const path = join(scratchFolder(context.onTestFinished), 'deep', 'call.wav');
  const channels = { first: ['CA1'], second: ['CA2'] };
  await engine.send({ type: 'startRecording', recording: 'RE1', path, channels });
  let file = Buffer.alloc(0);
  const hasBothTones = async () => {
    file = await readFile(path);
    return file.length >= 44 + 32_000 && tonesOf(file, 0)[1000] && tonesOf(file, 1)[600];
  };
  await expect.poll(hasBothTones).toBe(true);
  expect(file.readUInt32LE(40)).toBeLessThanOrEqual(file.length - 44);
  expect(file.readUInt32LE(40)).toBeGreaterThanOrEqual(16_000);
  const { durationMs, bytes } = await engine.send({ type: 'stopRecording', recording: 'RE1' });
  file = await readFile(path);
  expect(file.length).toBe(bytes);
  expect(file.readUInt32LE(40)).toBe(bytes - 44);
  expect(durationMs).toBe((bytes - 44) / 32);
  expect(file.readUInt32LE(4)).toBe(bytes - 8);
  expect(tonesOf(file, 0)).toEqual({ 600: false, 1000: true });
  expect(tonesOf(file, 1)).toEqual({ 600: true, 1000: false });
});

test.concurrent('commands for a recording wait until its file is created', async (context) => {
  const { expect, engine } = setUp(context);
  await addCarrier(engine, 'CA1', 600);
  const path = join(scratchFolder(context.onTestFinished), 'call.wav');
  const recording = 'RE1';
  const ticks = async () => (await readLevel(engine, 'CA1')).packetsIn;
  const started = startRecording(engine, recording, path);
  const changed = engine.send({
    type: 'setRecordingChannels',
    recording,
    channels: { first: ['CA1'], second: [] },
  });
  const paused = engine.send({ type: 'pauseRecording', recording, paused: false, recordSilence: false });
  await Promise.all([started, changed, paused]);
  const start = await ticks();
  await expect.poll(ticks).toBeGreaterThanOrEqual(start + 10);
  await engine.send({ type: 'stopRecording', recording });
  expect(tonesOf(await readFile(path), 0)).toEqual({ 600: true, 1000: false });

  const again = startRecording(engine, 'RE2', path);
  const [, stopped] = await Promise.all([again, engine.send({ type: 'stopRecording', recording: 'RE2' })]);
  expect(stopped).toMatchObject({ durationMs: expect.any(Number) });
  await expect(engine.send({ type: 'stopRecording', recording: 'RE2' })).rejects.toThrow(/no recording/);
});

test.concurrent('a paused recording skips time or records silence', async (context) => {
  const { expect, engine } = setUp(context);
  await addCarrier(engine, 'CA1', 600);
  const path = join(scratchFolder(context.onTestFinished), 'call.wav');
  const stop = (recording: string) => engine.send({ type: 'stopRecording', recording });
  // The party and the recording produce one frame per tick: 15 ticks are 300 ms of audio.
  const ticks = async () => (await readLevel(engine, 'CA1')).packetsIn;
  const waitForFifteenTicks = async () => {
    const start = await ticks();
    await expect.poll(ticks).toBeGreaterThanOrEqual(start + 15);
  };
  await startRecording(engine, 'RE1', path, ['CA1']);
  await engine.send({ type: 'pauseRecording', recording: 'RE1', paused: true, recordSilence: false });
  await waitForFifteenTicks();
  expect((await stop('RE1')).durationMs).toBeLessThan(100);
  await startRecording(engine, 'RE2', path, ['CA1']);
  await engine.send({ type: 'pauseRecording', recording: 'RE2', paused: true, recordSilence: true });
  await waitForFifteenTicks();
  expect((await stop('RE2')).durationMs).toBeGreaterThanOrEqual(300);
  expect(tonesOf(await readFile(path), 0)).toEqual({ 600: false, 1000: false });
});

test.concurrent.for<[string, MediaCommand, RegExp]>([
  ['an offer that is not SDP', { type: 'answerOffer', leg: 'CA9', sdp: 'hello' }, /v=0/],
  ['an answer for an unknown leg', { type: 'acceptAnswer', leg: 'CA9', sdp: '' }, /no browser leg CA9/],
  ['a route for an unknown leg', { type: 'setHears', routes: [{ leg: 'CA9', hears: [] }] }, /no leg CA9/],
  [
    'a missing sound file',
    {
      type: 'play',
      leg: 'CA1',
      play: 'P',
      sounds: [{ kind: 'file', path: '/nowhere/x.wav' }],
      loop: false,
    },
    /ENOENT/,
  ],
  ['invalid digits', { type: 'sendDigits', leg: 'CA1', digits: 'hello' }, /digits must/],
  ['an existing leg', { type: 'openCarrier', leg: 'CA1' }, /already/],
  ['an unknown recording', { type: 'stopRecording', recording: 'RE9' }, /no recording RE9/],
  [
    'an impossible recording path',
    {
      type: 'startRecording',
      recording: 'RE1',
      path: '/dev/null/x/y.wav',
      channels: { first: [], second: [] },
    },
    /ENOTDIR|EEXIST/,
  ],
  [
    'a persona for an unknown leg',
    { type: 'setPersona', leg: 'CA9', persona: { kind: 'silent' } },
    /no carrier leg/,
  ],
])('%s is rejected with a reason', async ([_name, command, reason], context) => {
  const { expect, engine } = setUp(context);
  await engine.send({ type: 'openCarrier', leg: 'CA1' });
  await expect(engine.send(command)).rejects.toThrow(reason);
  const { levels } = await engine.send({ type: 'readLevels' });
  expect(levels.map(({ leg }) => leg)).toEqual(['CA1']);
});

test.concurrent('closing an unknown or already closed leg succeeds', async (context) => {
  const engine = startEngine(context);
  await engine.send({ type: 'openCarrier', leg: 'CA1' });
  await engine.send({ type: 'closeLeg', leg: 'CA1' });
  await engine.send({ type: 'closeLeg', leg: 'CA1' });
  await engine.send({ type: 'openCarrier', leg: 'CA1' });
});

test.concurrent('garbage on the media port is ignored', async (context) => {
  const { expect, engine } = setUp(context);
  const peer = await connectCaller(engine, 'CA1');
  // On a stalled machine, a failed connection attempt may have reported a fault earlier.
  const before = engine.reports.length;
  await addCarrier(engine, 'CA2', 600);
  await setHears(engine, { CA1: ['CA2'] });
  await waitForTone(peer, 600);
  const port = Number(/m=audio (\d+)/.exec(peer.sdp)?.[1]);
  const ufrag = /ice-ufrag:(\S+)/.exec(peer.sdp)?.[1] ?? '';
  const attacker = createSocket('udp4');
  context.onTestFinished(() => void attacker.close());
  let replies = 0;
  attacker.on('message', () => {
    replies += 1;
  });
  const send = (data: Uint8Array) =>
    new Promise<void>((resolve) => attacker.send(data, port, '127.0.0.1', () => resolve()));
  for (const first of [0, 1, 20, 21, 22, 23, 25, 63, 64, 0x80, 0x90, 0xbf, 0xff]) {
    for (const length of [0, 1, 8, 12, 13, 20, 60, 172, 1400]) {
      const data = randomBytes(length);
      if (length > 0) data[0] = first;
      await send(data);
      if (length > 2) data[1] = 200;
      await send(data);
    }
  }
  await send(forgedCheck(ufrag));
  const start = peer.received.length;
  await until(() => peer.received.length > start + 25, 'audio to continue');
  await waitForTone(peer, 600);
  expect(replies).toBe(0);
  expect(engine.reports.slice(before).filter(({ type }) => type === 'fault')).toEqual([]);
});

/** An ICE nomination with the right username, signed without the password. */
function forgedCheck(ufrag: string): Buffer {
  const username = Buffer.from(`${ufrag}:abcd`);
  const padded = Buffer.alloc((username.length + 3) & ~3);
  username.copy(padded);
  const attribute = (type: number, value: Buffer, length = value.length) => {
    const head = Buffer.alloc(4);
    head.writeUInt16BE(type, 0);
    head.writeUInt16BE(length, 2);
    return Buffer.concat([head, value]);
  };
  const body = Buffer.concat([
    attribute(0x0006, padded, username.length),
    attribute(0x0025, Buffer.alloc(0)),
    attribute(0x0008, randomBytes(20)),
  ]);
  const head = Buffer.alloc(20);
  head.writeUInt16BE(1, 0);
  head.writeUInt16BE(body.length, 2);
  head.writeUInt32BE(0x2112a442, 4);
  return Buffer.concat([head, body]);
}

/** Skips the first 100 ms. */
function tonesOf(file: Buffer, channel: number): Record<number, boolean> {
  const from = 800;
  const count = Math.floor((file.length - 44) / 4) - from;
  const strength = (frequency: number) => {
    let re = 0;
    let im = 0;
    for (let i = 0; i < count; i += 1) {
      const sample = file.readInt16LE(44 + 4 * (from + i) + 2 * channel);
      re += sample * Math.cos((2 * Math.PI * frequency * i) / 8000);
      im -= sample * Math.sin((2 * Math.PI * frequency * i) / 8000);
    }
    return Math.hypot(re, im) / count;
  };
  return { 600: strength(600) > 500, 1000: strength(1000) > 500 };
}

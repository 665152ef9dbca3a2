import { randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'vitest';
import { scratchFolder } from '../testing/scratch.ts';
import { until } from '../testing/until.ts';
import { ULAW_SILENCE } from './core/audio/g711.ts';
import { wavHeader } from './core/audio/wav.ts';
import type { MediaOrder } from './orders.ts';
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

// The longest begins first, so that the others run beside it.
test.concurrent('a browser that falls silent is lost after four seconds, and found when it comes back', async (context) => {
  const { expect, engine } = setUp(context);
  const peer = await connectCaller(engine, 'CA1');
  peer.speak(400);
  await expect.poll(async () => (await readLevel(engine, 'CA1')).packetsIn).toBeGreaterThan(20);
  peer.stopSpeaking();
  // On a machine that stalled while it connected it may have been lost and found before.
  const from = engine.reports.length;
  const lost = () => engine.reports.slice(from).find((report) => report.type === 'lost');
  await until(() => lost() !== undefined, 'lost');
  expect(lost()?.silentMs).toBeGreaterThanOrEqual(4000);
  expect(engine.has('found', 'CA1', from)).toBe(false);
  peer.speak(400);
  await until(() => engine.has('found', 'CA1', from), 'found');
});

test.concurrent('a browser that calls is connected and gets silence, frame after frame, while nobody is to be heard', async (context) => {
  const { expect, engine } = setUp(context);
  const peer = await connectCaller(engine, 'CA1');
  await until(() => peer.received.length >= 50, 'a second of packets');
  const packets = peer.received.slice(0, 50);
  expect(packets.every(({ payload }) => payload.every((byte) => byte === ULAW_SILENCE))).toBe(true);
  expect(packets.every(({ payload }) => payload.length === 160)).toBe(true);
});

test.concurrent('a browser that is called is connected when it answers', async (context) => {
  const engine = startEngine(context);
  const peer = await connectPeer(engine, 'CA1', async (called) => {
    const { sdp } = await engine.order({ type: 'makeOffer', leg: 'CA1' });
    await engine.order({ type: 'acceptAnswer', leg: 'CA1', sdp: await called.answer(sdp) });
    return sdp;
  });
  await addCarrier(engine, 'CA2', 500);
  await setHears(engine, { CA1: ['CA2'] });
  await waitForTone(peer, 500);
});

test.concurrent('two browsers hear each other, each one the other and not itself', async (context) => {
  const { expect, engine } = setUp(context);
  const [one, two] = [await connectCaller(engine, 'CA1'), await connectCaller(engine, 'CA2')];
  await setHears(engine, { CA1: ['CA2'], CA2: ['CA1'] });
  one.speak(400);
  two.speak(900);
  await Promise.all([waitForTone(one, 900), waitForTone(two, 400)]);
  expect(await readLevel(engine, 'CA1')).toMatchObject({ hears: ['CA2'] });
  const quieter = async () => {
    const { in: sent, out } = await readLevel(engine, 'CA1');
    return Math.min(sent, out);
  };
  await expect.poll(quieter).toBeGreaterThan(0.1);
});

test.concurrent('through all changes of who is heard the stream is one: no number twice, no jump back in time', async (context) => {
  const { expect, engine } = setUp(context);
  const [one, two] = [await connectCaller(engine, 'CA1'), await connectCaller(engine, 'CA2')];
  await addCarrier(engine, 'CA3', 600);
  two.speak(900);
  const from = one.received.length;
  for (const sources of [['CA2'], ['CA3'], ['CA2', 'CA3'], [], ['CA2']]) {
    await setHears(engine, { CA1: sources });
    const begun = one.received.length;
    await until(() => one.received.length > begun + 15, 'some packets');
  }
  const headers = one.received.slice(from).map(({ header }) => header);
  expect(new Set(headers.map(({ ssrc }) => ssrc)).size).toBe(1);
  for (let i = 1; i < headers.length; i += 1) {
    const [before, after] = [headers[i - 1], headers[i]];
    if (before === undefined || after === undefined) continue;
    expect((after.sequenceNumber - before.sequenceNumber) & 0xffff).toBe(1);
    expect((after.timestamp - before.timestamp) >>> 0).toBeGreaterThanOrEqual(160);
    // A stall is a gap in time, of as many samples; a jump back would look like one of days.
    expect((after.timestamp - before.timestamp) >>> 0).toBeLessThan(30 * 8000);
  }
  expect(headers.some(({ marker }) => marker)).toBe(true);
});

test.concurrent('who may not be heard is not heard: not one sample', async (context) => {
  const { expect, engine } = setUp(context);
  const [one, two] = [await connectCaller(engine, 'CA1'), await connectCaller(engine, 'CA2')];
  await setHears(engine, { CA1: ['CA2'], CA2: ['CA1'] });
  two.speak(900);
  await waitForTone(one, 900);
  await setHears(engine, { CA1: [] });
  // What was on its way before the order may still come.
  await waitForTone(one, 0);
  const from = one.received.length;
  await until(() => one.received.length > from + 25, 'half a second');
  const after = Buffer.concat(one.received.slice(from).map(({ payload }) => payload));
  expect(after.every((byte) => byte === ULAW_SILENCE)).toBe(true);
});

test.concurrent('a whisper: the coach is heard by one and not by the other', async (context) => {
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

test.concurrent('three are mixed, each without itself', async (context) => {
  const { expect, engine } = setUp(context);
  const peers = [
    await connectCaller(engine, 'CA1'),
    await connectCaller(engine, 'CA2'),
    await connectCaller(engine, 'CA3'),
  ];
  await setHears(engine, { CA1: ['CA2', 'CA3'], CA2: ['CA1', 'CA3'], CA3: ['CA1', 'CA2'] });
  peers[0]?.speak(400);
  const [, two, three] = peers;
  if (two === undefined || three === undefined) throw new Error('three were called');
  await Promise.all([waitForTone(two, 400), waitForTone(three, 400)]);
  expect(peers[0]?.level()).toBe(0);
});

test.concurrent('a sound is played over whom the leg hears, and its end is reported once', async (context) => {
  const { expect, engine } = setUp(context);
  const peer = await connectCaller(engine, 'CA1');
  const sounds = [{ kind: 'tone' as const, frequencies: [1000], on: 400, off: 0 }];
  const from = peer.received.length;
  await engine.order({ type: 'play', leg: 'CA1', play: 'P1', sounds, loop: false });
  await waitForTone(peer, 1000, from);
  await until(() => engine.has('played', 'CA1'), 'the end is reported');
  await waitForTone(peer, 0);
  expect(engine.reports.filter(({ type }) => type === 'played')).toEqual([
    { type: 'played', leg: 'CA1', play: 'P1' },
  ]);
});

test.concurrent('a loop plays until it is stopped, and what was replaced or stopped is not reported', async (context) => {
  const { expect, engine } = setUp(context);
  const peer = await connectCaller(engine, 'CA1');
  const tone = (frequency: number) => [{ kind: 'tone' as const, frequencies: [frequency], on: 60, off: 0 }];
  await engine.order({ type: 'play', leg: 'CA1', play: 'P1', sounds: tone(700), loop: true });
  await waitForTone(peer, 700);
  await engine.order({ type: 'play', leg: 'CA1', play: 'P2', sounds: tone(1500), loop: true });
  await waitForTone(peer, 1500);
  await engine.order({ type: 'stopPlay', leg: 'CA1' });
  await waitForTone(peer, 0);
  expect(engine.has('played', 'CA1')).toBe(false);
});

test.concurrent('digits are tones in what the leg sends', async (context) => {
  const engine = startEngine(context);
  const [one, two] = [await connectCaller(engine, 'CA1'), await connectCaller(engine, 'CA2')];
  await setHears(engine, { CA2: ['CA1'] });
  one.speak(300);
  await waitForTone(two, 300);
  let end = two.received.length;
  await engine.order({ type: 'sendDigits', leg: 'CA1', digits: '5' });
  await until(() => {
    for (; end <= two.received.length; end += 1)
      if (two.strength(770, 3, end) > 0.03 && two.strength(1336, 3, end) > 0.03) return true;
    return false;
  }, 'the digit is heard');
  // A quarter of a second that lies wholly behind what was just heard.
  await waitForTone(two, 300, end + 12);
});

test.concurrent('the pretend parties talk, echo and keep silent', async (context) => {
  const engine = startEngine(context);
  const peer = await connectCaller(engine, 'CA1');
  const path = join(scratchFolder(context.onTestFinished), 'line.wav');
  const tone = Int16Array.from({ length: 4000 }, (_, i) => 9000 * Math.sin((2 * Math.PI * 800 * i) / 8000));
  await writeFile(path, Buffer.concat([wavHeader(1, tone.byteLength), Buffer.from(tone.buffer)]));
  await engine.order({ type: 'openCarrier', leg: 'CA2' });
  await setHears(engine, { CA1: ['CA2'], CA2: ['CA1'] });
  await waitForTone(peer, 0);
  let from = peer.received.length;
  await engine.order({
    type: 'setPersona',
    leg: 'CA2',
    persona: { kind: 'talker', lines: [path], pauseMs: 200, endsAfterMs: 1500 },
  });
  await waitForTone(peer, 800, from);
  await waitForTone(peer, 0);
  await until(() => engine.has('personaEnded', 'CA2'), 'the party hangs up');
  await engine.order({ type: 'setPersona', leg: 'CA2', persona: { kind: 'echo' } });
  peer.speak(1100);
  await waitForTone(peer, 1100);
  from = peer.received.length;
  await engine.order({ type: 'setPersona', leg: 'CA2', persona: { kind: 'voicemail', greeting: path } });
  peer.stopSpeaking();
  await waitForTone(peer, 800, from);
  await waitForTone(peer, 1000, from);
});

test.concurrent('of two behaviours the newer one wins, though it is ready first', async (context) => {
  const engine = startEngine(context);
  const path = join(scratchFolder(context.onTestFinished), 'line.wav');
  const samples = new Int16Array(80_000).fill(9000);
  await writeFile(path, Buffer.concat([wavHeader(1, samples.byteLength), Buffer.from(samples.buffer)]));
  await engine.order({ type: 'openCarrier', leg: 'CA1' });
  await engine.order({ type: 'openCarrier', leg: 'CA2' });
  await setHears(engine, { CA2: ['CA1'] });
  const persona = { kind: 'talker', lines: [path], pauseMs: 200 } as const;
  await Promise.all([
    engine.order({ type: 'setPersona', leg: 'CA1', persona }),
    engine.order({ type: 'setPersona', leg: 'CA1', persona: { kind: 'tone', frequency: 700 } }),
  ]);
  const tone = async () => {
    const { levels } = await engine.order({ type: 'readLevels', tones: [700] });
    return levels.find(({ leg }) => leg === 'CA2')?.tones[0] ?? 0;
  };
  let strength = 0;
  const looking = setInterval(async () => {
    strength = await tone();
  }, 20);
  context.onTestFinished(() => clearInterval(looking));
  await until(() => strength > 0.05, 'the tone');
});

test.concurrent('a recording holds each side on its channel, in step, and is whole while it grows', async (context) => {
  const { expect, engine } = setUp(context);
  const peer = await connectCaller(engine, 'CA1');
  await addCarrier(engine, 'CA2', 600);
  await setHears(engine, { CA1: ['CA2'], CA2: ['CA1'] });
  peer.speak(1000);
  const path = join(scratchFolder(context.onTestFinished), 'deep', 'call.wav');
  const channels = { first: ['CA1'], second: ['CA2'] };
  await engine.order({ type: 'startRecording', recording: 'RE1', path, channels });
  let file = Buffer.alloc(0);
  // What is missed in a stall is silence in the file: it takes as long as it takes until both are heard in it.
  const holdsBoth = async () => {
    file = await readFile(path);
    return file.length >= 44 + 32_000 && tonesOf(file, 0)[1000] && tonesOf(file, 1)[600];
  };
  await expect.poll(holdsBoth).toBe(true);
  expect(file.readUInt32LE(40)).toBeLessThanOrEqual(file.length - 44);
  expect(file.readUInt32LE(40)).toBeGreaterThanOrEqual(16_000);
  const { durationMs, bytes } = await engine.order({ type: 'stopRecording', recording: 'RE1' });
  file = await readFile(path);
  expect(file.length).toBe(bytes);
  expect(file.readUInt32LE(40)).toBe(bytes - 44);
  expect(durationMs).toBe((bytes - 44) / 32);
  expect(file.readUInt32LE(4)).toBe(bytes - 8);
  expect(tonesOf(file, 0)).toEqual({ 600: false, 1000: true });
  expect(tonesOf(file, 1)).toEqual({ 600: true, 1000: false });
});

test.concurrent('what is ordered for a recording while its file is being created is done when it is there', async (context) => {
  const { expect, engine } = setUp(context);
  await addCarrier(engine, 'CA1', 600);
  const path = join(scratchFolder(context.onTestFinished), 'call.wav');
  const recording = 'RE1';
  const ticks = async () => (await readLevel(engine, 'CA1')).packetsIn;
  const started = startRecording(engine, recording, path);
  const changed = engine.order({
    type: 'setRecordingChannels',
    recording,
    channels: { first: ['CA1'], second: [] },
  });
  const paused = engine.order({ type: 'pauseRecording', recording, paused: false, silence: false });
  await Promise.all([started, changed, paused]);
  const begun = await ticks();
  await expect.poll(ticks).toBeGreaterThanOrEqual(begun + 10);
  await engine.order({ type: 'stopRecording', recording });
  expect(tonesOf(await readFile(path), 0)).toEqual({ 600: true, 1000: false });

  const again = startRecording(engine, 'RE2', path);
  const [, stopped] = await Promise.all([again, engine.order({ type: 'stopRecording', recording: 'RE2' })]);
  expect(stopped).toMatchObject({ durationMs: expect.any(Number) });
  await expect(engine.order({ type: 'stopRecording', recording: 'RE2' })).rejects.toThrow(/no recording/);
});

test.concurrent('a paused recording skips, or keeps the time in silence', async (context) => {
  const { expect, engine } = setUp(context);
  await addCarrier(engine, 'CA1', 600);
  const path = join(scratchFolder(context.onTestFinished), 'call.wav');
  const stop = (recording: string) => engine.order({ type: 'stopRecording', recording });
  // The party makes one frame a tick, as a recording does: 15 of them are 300 ms, however long they take.
  const ticks = async () => (await readLevel(engine, 'CA1')).packetsIn;
  const fifteenTicks = async () => {
    const begun = await ticks();
    await expect.poll(ticks).toBeGreaterThanOrEqual(begun + 15);
  };
  await startRecording(engine, 'RE1', path, ['CA1']);
  await engine.order({ type: 'pauseRecording', recording: 'RE1', paused: true, silence: false });
  await fifteenTicks();
  expect((await stop('RE1')).durationMs).toBeLessThan(100);
  await startRecording(engine, 'RE2', path, ['CA1']);
  await engine.order({ type: 'pauseRecording', recording: 'RE2', paused: true, silence: true });
  await fifteenTicks();
  expect((await stop('RE2')).durationMs).toBeGreaterThanOrEqual(300);
  expect(tonesOf(await readFile(path), 0)).toEqual({ 600: false, 1000: false });
});

test.concurrent.for<[string, MediaOrder, RegExp]>([
  ['an offer that is none', { type: 'answerOffer', leg: 'CA9', sdp: 'hello' }, /v=0/],
  ['an answer for nobody', { type: 'acceptAnswer', leg: 'CA9', sdp: '' }, /no browser's leg CA9/],
  ['a route for nobody', { type: 'setHears', routes: [{ leg: 'CA9', hears: [] }] }, /no leg CA9/],
  [
    'a sound that is not there',
    {
      type: 'play',
      leg: 'CA1',
      play: 'P',
      sounds: [{ kind: 'file', path: '/nowhere/x.wav' }],
      loop: false,
    },
    /ENOENT/,
  ],
  ['digits that are none', { type: 'sendDigits', leg: 'CA1', digits: 'hello' }, /digits are/],
  ['a leg that is there already', { type: 'openCarrier', leg: 'CA1' }, /already/],
  ['a recording nobody started', { type: 'stopRecording', recording: 'RE9' }, /no recording RE9/],
  [
    'a recording in a place that cannot be',
    {
      type: 'startRecording',
      recording: 'RE1',
      path: '/dev/null/x/y.wav',
      channels: { first: [], second: [] },
    },
    /ENOTDIR|EEXIST/,
  ],
  ['a persona for nobody', { type: 'setPersona', leg: 'CA9', persona: { kind: 'silent' } }, /no carrier's/],
])('%s is refused with a reason', async ([_sentence, order, reason], context) => {
  const { expect, engine } = setUp(context);
  await engine.order({ type: 'openCarrier', leg: 'CA1' });
  await expect(engine.order(order)).rejects.toThrow(reason);
  const { levels } = await engine.order({ type: 'readLevels' });
  expect(levels.map(({ leg }) => leg)).toEqual(['CA1']);
});

test.concurrent('closing a leg twice, or one that never was, is no fault', async (context) => {
  const engine = startEngine(context);
  await engine.order({ type: 'openCarrier', leg: 'CA1' });
  await engine.order({ type: 'closeLeg', leg: 'CA1' });
  await engine.order({ type: 'closeLeg', leg: 'CA1' });
  await engine.order({ type: 'openCarrier', leg: 'CA1' });
});

test.concurrent('garbage on the media port disturbs nobody and is answered by nothing', async (context) => {
  const { expect, engine } = setUp(context);
  const peer = await connectCaller(engine, 'CA1');
  // An attempt to connect that failed, on a machine that stalled, has told its fault before.
  const before = engine.reports.length;
  await addCarrier(engine, 'CA2', 600);
  await setHears(engine, { CA1: ['CA2'] });
  await waitForTone(peer, 600);
  const port = Number(/m=audio (\d+)/.exec(peer.sdp)?.[1]);
  const ufrag = /ice-ufrag:(\S+)/.exec(peer.sdp)?.[1] ?? '';
  const stranger = createSocket('udp4');
  context.onTestFinished(() => void stranger.close());
  let answers = 0;
  stranger.on('message', () => {
    answers += 1;
  });
  const send = (data: Uint8Array) =>
    new Promise<void>((resolve) => stranger.send(data, port, '127.0.0.1', () => resolve()));
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
  const begun = peer.received.length;
  await until(() => peer.received.length > begun + 25, 'the call goes on');
  await waitForTone(peer, 600);
  expect(answers).toBe(0);
  expect(engine.reports.slice(before).filter(({ type }) => type === 'fault')).toEqual([]);
});

/** A check that nominates the sender's address, with the right user name and a code made without the password. */
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

/** Which of the two tones a channel of a stereo file holds, from the first tenth of a second on. */
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

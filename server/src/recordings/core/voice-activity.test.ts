import { describe, expect, it } from 'vitest';
import { RATE, randomNumbers, synthesize, type Talk, wavOf } from '../../testing/storage/speech.ts';
import { analyzeLevels } from './analysis.ts';
import { meterLevels } from './audio-levels.ts';
import { findSpeech, levelOf } from './voice-activity.ts';
import { readWavFormat, WAV_HEAD_BYTES } from './wav.ts';

function levelsOf(wav: Buffer, pieceBytes = wav.length) {
  const format = readWavFormat(wav.subarray(0, WAV_HEAD_BYTES), wav.length);
  if (!format) throw new Error('not a WAV file');
  const meter = meterLevels(format);
  for (let at = format.dataFrom; at < wav.length; at += pieceBytes)
    meter.add(wav.subarray(at, at + pieceBytes));
  return meter.end();
}

function toMuLaw(wav: Buffer): Buffer {
  const encode = (sample: number) => {
    const magnitude = Math.min(Math.abs(sample), 32_635) + 0x84;
    const exponent = 24 - Math.clz32(magnitude);
    const mantissa = (magnitude >> (exponent + 3)) & 0x0f;
    return ~((sample < 0 ? 0x80 : 0) | (exponent << 4) | mantissa) & 0xff;
  };
  const samples = Uint8Array.from({ length: (wav.length - 44) / 2 }, (_, at) =>
    encode(wav.readInt16LE(44 + at * 2)),
  );
  const head = Buffer.from(wav.subarray(0, 44));
  head.writeUInt16LE(7, 20);
  head.writeUInt16LE(8, 34);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}

const AGENT: readonly Talk[] = [
  { from: 1, to: 9 },
  { from: 14, to: 16 },
  { from: 24, to: 29 },
];
const LEAD: readonly Talk[] = [
  { from: 10, to: 13 },
  { from: 17, to: 23 },
];

const inSeconds = (spans: readonly Talk[]) =>
  spans.map(({ from, to }) => [Math.round(from / 100) / 10, Math.round(to / 100) / 10]);

describe('the speech of a channel', () => {
  it.each([
    ['without noise', {}],
    ['in the noise of an office', { noise: 0.01 }],
    ['in the noise of a street', { noise: 0.03 }],
    ['of a quiet speaker', { gain: 0.02, noise: 0.001 }],
  ])('is found %s, to 150 ms', (_, options) => {
    const [channel] = levelsOf(wavOf([synthesize(30, AGENT, options)]));
    const found = inSeconds(findSpeech(channel?.frames ?? new Uint8Array(0), null));
    expect(found).toHaveLength(AGENT.length);
    for (const [index, { from, to }] of AGENT.entries()) {
      expect(Math.abs((found[index]?.[0] ?? -1) - from)).toBeLessThan(0.15);
      // The last syllable ends with its stop.
      expect(Math.abs((found[index]?.[1] ?? -1) - to)).toBeLessThan(0.15);
    }
  });

  it.each([
    ['silence', new Float64Array(10 * RATE)],
    ['steady noise', synthesize(10, [], { noise: 0.05 })],
    ['a click', Float64Array.from({ length: 10 * RATE }, (_, at) => (at > 8_000 && at < 8_200 ? 0.5 : 0))],
  ])('isn’t found in %s', (_, samples) => {
    const [channel] = levelsOf(wavOf([samples]));
    expect(findSpeech(channel?.frames ?? new Uint8Array(0), null)).toEqual([]);
  });

  it('is found when the noise changes during the recording', () => {
    const samples = synthesize(240, [{ from: 200, to: 210 }], { noise: 0.0005 });
    const louder = randomNumbers(7);
    for (let at = 0; at < 120 * RATE; at += 1) samples[at] = (samples[at] ?? 0) + 0.03 * louder();
    const [channel] = levelsOf(wavOf([samples]));
    const found = findSpeech(channel?.frames ?? new Uint8Array(0), null);
    const [longest] = [...found].sort((a, b) => b.to - b.from - (a.to - a.from));
    expect(longest && inSeconds([longest])).toEqual([[200, 209.9]]);
  });

  it('isn’t the echo of the other side', () => {
    const lead = synthesize(30, AGENT);
    const agent = Float64Array.from(lead, (_, at) => (lead[at - 800] ?? 0) * 0.03);
    const [a, b] = levelsOf(wavOf([agent, lead]));
    if (!a || !b) throw new Error('no channels');
    expect(findSpeech(a.frames, b.frames)).toEqual([]);
    expect(findSpeech(b.frames, a.frames)).toHaveLength(AGENT.length);
  });
});

describe('the analysis of a recording', () => {
  const wav = wavOf([
    synthesize(30, AGENT, { noise: 0.005 }),
    synthesize(30, LEAD, { noise: 0.005, seed: 2 }),
  ]);

  it('has the talk time and the longest monologue of both sides, the silence and the turns', () => {
    const { talk, duration_ms, silences } = analyzeLevels(levelsOf(wav), 0, []);
    expect(duration_ms).toBe(30_000);
    const near = (value: number, ms: number) => expect(Math.abs(value - ms)).toBeLessThanOrEqual(300);
    near(talk?.agent.talk_ms ?? 0, 15_000);
    near(talk?.lead.talk_ms ?? 0, 9_000);
    near(talk?.agent.longest_ms ?? 0, 8_000);
    near(talk?.lead.longest_ms ?? 0, 6_000);
    near(talk?.silence_ms ?? 0, 6_000);
    expect(talk).toMatchObject({ turns: 5, agent: { interruptions: 0 }, lead: { interruptions: 0 } });
    // Every pause between speakers is a second, and the stop of the last syllable makes it longer.
    expect(silences.length % 2).toBe(0);
  });

  it('swaps the sides when the agent is on the second channel', () => {
    const first = analyzeLevels(levelsOf(wav), 0, []);
    const second = analyzeLevels(levelsOf(wav), 1, []);
    expect(second.talk?.lead).toEqual(first.talk?.agent);
    expect(second.lead_levels).toBe(first.agent_levels);
  });

  it('doesn’t count paused parts as silence', () => {
    const paused = analyzeLevels(levelsOf(wav), 0, [{ from: 29_100, to: 30_000 }]);
    const whole = analyzeLevels(levelsOf(wav), 0, []);
    expect((whole.talk?.silence_ms ?? 0) - (paused.talk?.silence_ms ?? 0)).toBe(900);
  });

  it('of a voicemail has its length and one waveform', () => {
    const voicemail = analyzeLevels(levelsOf(wavOf([synthesize(3, [{ from: 0, to: 2 }])])), 0, []);
    expect(voicemail).toMatchObject({ duration_ms: 3_000, talk: null, agent_levels: '' });
    expect(atob(voicemail.lead_levels)).toHaveLength(600);
  });

  it('of µ-law samples is that of the same sound in 16 bits', () => {
    const muLaw = toMuLaw(wav);
    const [wide, narrow] = [wav, muLaw].map((file) => analyzeLevels(levelsOf(file), 0, []));
    expect(narrow?.duration_ms).toBe(30_000);
    for (const side of ['agent', 'lead'] as const)
      expect(
        Math.abs((narrow?.talk?.[side].talk_ms ?? 0) - (wide?.talk?.[side].talk_ms ?? 0)),
      ).toBeLessThanOrEqual(200);
  });

  it('is the same however the file is split', () => {
    const whole = analyzeLevels(levelsOf(wav), 0, []);
    for (const bytes of [1_001, 65_536, 7]) expect(analyzeLevels(levelsOf(wav, bytes), 0, [])).toEqual(whole);
  });
});

describe('a WAV file', () => {
  const wav = wavOf([new Float64Array(10), new Float64Array(10)]);
  it('is read up to its real end when the header names another', () => {
    const streamed = Buffer.from(wav);
    streamed.writeUInt32LE(0xffff_ffff, 40);
    expect(readWavFormat(streamed, wav.length)).toEqual({
      channels: 2,
      sampleRate: RATE,
      sampleBytes: 2,
      dataFrom: 44,
      dataBytes: 40,
    });
  });

  it.each<[string, (file: Buffer) => Buffer]>([
    ['other audio', (file) => Buffer.concat([Buffer.from('ID3'), file])],
    [
      'compressed samples',
      (file) => Buffer.concat([file.subarray(0, 20), Buffer.from([7]), file.subarray(21)]),
    ],
    ['five channels', (file) => Buffer.concat([file.subarray(0, 22), Buffer.from([5]), file.subarray(23)])],
    ['only a header', (file) => file.subarray(0, 30)],
    ['nothing', () => Buffer.alloc(0)],
  ])('with %s isn’t analyzed', (_, change) => {
    const file = change(Buffer.from(wav));
    expect(readWavFormat(file, file.length)).toBeNull();
  });
});

it.each([
  ['full scale', 1, 250],
  ['60 dB below', 1e-6, 100],
  ['digital silence', 0, 0],
])('the level of %s', (_, meanSquare, expected) => {
  expect(levelOf(meanSquare)).toBe(expected);
});

// Sentences of espeak-ng at known times, as the agent and the lead of a call of two minutes.

import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { RATE, randomNumbers, wavOf } from '../../testing/storage/speech.ts';
import { analyzeLevels } from './analysis.ts';
import { meterLevels } from './audio-levels.ts';
import { readWavFormat, WAV_HEAD_BYTES } from './wav.ts';

const ESPEAK = 'espeak-ng';

const SENTENCES = [
  'Good morning, this is Priya from Redfern Roofing. You asked us for a quote for your roof, is this a good time?',
  'Yes, sure. I wanted to know what a new roof would cost.',
  'That depends on the size, the slope and the material. Most of our customers in your area pay between twelve and eighteen thousand. May I ask how many square feet it has?',
  'I think about two thousand.',
  'And is it asphalt or slate? Slate lasts longer, but it is heavier, and the beams must carry it.',
  'It is slate, at least on the front. The back has been replaced some years ago, I do not know by what exactly.',
  'Then I would like to send someone to have a look at it. Would Friday at ten work for you?',
  'Friday is fine.',
] as const;

function hasEspeak(): boolean {
  try {
    execFileSync(ESPEAK, ['--version']);
    return true;
  } catch {
    return false;
  }
}

/** 8 kHz, as loud as a telephone's. */
function speak(text: string, voice: string, peak: number): Float64Array {
  const wav = execFileSync(ESPEAK, ['-v', voice, '-s', '165', '--stdout', text], { maxBuffer: 1e8 });
  const rate = wav.readUInt32LE(24);
  const from = wav.indexOf('data', 12, 'latin1') + 8;
  const source = Float64Array.from({ length: Math.floor((wav.length - from) / 2) }, (_, at) =>
    wav.readInt16LE(from + at * 2),
  );
  const step = rate / RATE;
  const samples = Float64Array.from({ length: Math.floor(source.length / step) }, (_, at) => {
    const part = source.subarray(Math.floor(at * step), Math.floor((at + 1) * step));
    return part.reduce((total, sample) => total + sample, 0) / Math.max(1, part.length);
  });
  const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 1);
  return samples.map((sample) => (sample / loudest) * peak);
}

interface Span {
  from: number;
  to: number;
}

/** Where the clean sound is audible, in seconds, with pauses under 0.3 s counted as speech. */
function truth(samples: Float64Array, peak: number): Span[] {
  const spans: Span[] = [];
  for (const [at, sample] of samples.entries()) {
    if (Math.abs(sample) < peak * 0.02) continue;
    const t = at / RATE;
    const last = spans.at(-1);
    if (last && t - last.to < 0.3) last.to = t;
    else spans.push({ from: t, to: t });
  }
  return spans.filter(({ from, to }) => to - from >= 0.1);
}

const sum = (spans: readonly Span[]) => spans.reduce((total, { from, to }) => total + to - from, 0);

function conversation(noise: number, echo: number) {
  const gap = 0.7;
  const agent: number[] = [];
  const lead: number[] = [];
  const known = { agent: 0, lead: 0, longest: { agent: 0, lead: 0 } };
  for (const [index, text] of SENTENCES.entries()) {
    const isAgent = index % 2 === 0;
    const peak = isAgent ? 0.5 : 0.2;
    const spoken = speak(text, isAgent ? 'en-us+f3' : 'en-gb+m3', peak);
    const spans = truth(spoken, peak);
    const side = isAgent ? 'agent' : 'lead';
    known[side] += sum(spans);
    known.longest[side] = Math.max(known.longest[side], (spans.at(-1)?.to ?? 0) - (spans[0]?.from ?? 0));
    const silence = new Array<number>(spoken.length + gap * RATE).fill(0);
    (isAgent ? lead : agent).push(...silence);
    (isAgent ? agent : lead).push(...spoken, ...new Array<number>(gap * RATE).fill(0));
  }
  const [a, b] = [randomNumbers(1), randomNumbers(2)];
  const length = Math.min(agent.length, lead.length);
  const delayed = (side: readonly number[], at: number) => (side[at - RATE / 10] ?? 0) * echo;
  const channels = [
    Float64Array.from({ length }, (_, at) => (agent[at] ?? 0) + delayed(lead, at) + noise * a()),
    Float64Array.from({ length }, (_, at) => (lead[at] ?? 0) + delayed(agent, at) + noise * b()),
  ];
  const wav = wavOf(channels);
  const format = readWavFormat(wav.subarray(0, WAV_HEAD_BYTES), wav.length);
  if (!format) throw new Error('not a WAV file');
  const meter = meterLevels(format);
  meter.add(wav.subarray(format.dataFrom));
  return { known, analysis: analyzeLevels(meter.end(), 0, []) };
}

describe.skipIf(!hasEspeak())('the talk of two speakers', () => {
  it.each([
    ['without noise', 0, 0, 3],
    ['with the noise of an office', 0.003, 0, 3],
    ['with the noise of a street', 0.012, 0, 10],
    ['with the noise of an office and an echo 30 dB below', 0.003, 0.03, 3],
  ])('is measured %s, to the given percent', (_, noise, echo, percent) => {
    const { known, analysis } = conversation(noise, echo);
    const { talk } = analysis;
    if (!talk) throw new Error('no talk');
    const off = (measured: number, seconds: number) => Math.abs(measured / 1_000 - seconds) / seconds;
    const share = talk.agent.talk_ms / (talk.agent.talk_ms + talk.lead.talk_ms);
    const knownShare = known.agent / (known.agent + known.lead);
    const errors = {
      agent: off(talk.agent.talk_ms, known.agent),
      lead: off(talk.lead.talk_ms, known.lead),
      agentLongest: off(talk.agent.longest_ms, known.longest.agent),
      leadLongest: off(talk.lead.longest_ms, known.longest.lead),
      share: Math.abs(share - knownShare),
    };
    for (const error of [errors.agent, errors.lead, errors.agentLongest, errors.leadLongest])
      expect(error).toBeLessThan(percent / 100);
    expect(errors.share).toBeLessThan(0.02);
    // The last sentence is hardly longer than a remark.
    expect([7, 8]).toContain(talk.turns);
    expect(talk).toMatchObject({ agent: { interruptions: 0 }, lead: { interruptions: 0 } });
  });
});

/** Synthesizes two voices that take turns speaking formant-shaped syllables. The same seed gives the same audio. */
export const SAMPLE_RATE = 8_000;
const HARMONICS = 14;

export interface Voices {
  readonly agent: Float32Array;
  readonly lead: Float32Array;
}

export function synthesizeConversation(seconds: number, seed: number): Voices {
  const random = generator(seed);
  const length = seconds * SAMPLE_RATE;
  const voices: Voices = { agent: new Float32Array(length), lead: new Float32Array(length) };
  let at = Math.round(0.3 * SAMPLE_RATE);
  for (let turn = 0; at < length; turn += 1) {
    const isAgent = turn % 2 === 0;
    const syllables = 5 + Math.floor(random() * 8);
    for (let index = 0; index < syllables && at < length; index += 1) {
      at = speak(isAgent ? voices.agent : voices.lead, at, isAgent ? 118 : 196, random);
    }
    at += Math.round((0.25 + random() * 0.35) * SAMPLE_RATE);
  }
  return voices;
}

/** @returns where the next syllable can start */
function speak(voice: Float32Array, start: number, pitch: number, random: () => number): number {
  const length = Math.round((0.11 + random() * 0.14) * SAMPLE_RATE);
  const first = 300 + random() * 500;
  const second = 900 + random() * 1_300;
  const from = pitch * (0.9 + random() * 0.25);
  const to = from * (0.88 + random() * 0.2);
  let phase = 0;
  for (let index = 0; index < length && start + index < voice.length; index += 1) {
    const part = index / length;
    const frequency = from + (to - from) * part;
    phase += (2 * Math.PI * frequency) / SAMPLE_RATE;
    let sample = 0;
    for (let harmonic = 1; harmonic <= HARMONICS && harmonic * frequency < 3_600; harmonic += 1) {
      const tone = harmonic * frequency;
      const shape =
        Math.exp(-(((tone - first) / 160) ** 2)) + 0.6 * Math.exp(-(((tone - second) / 260) ** 2));
      sample += (shape + 0.03) * Math.sin(harmonic * phase);
    }
    voice[start + index] = 0.28 * sample * Math.sin(Math.PI * part) ** 0.7;
  }
  return start + length + Math.round((0.02 + random() * 0.05) * SAMPLE_RATE);
}

function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

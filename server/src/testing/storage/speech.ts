/** Speech whose times are known. */
export const RATE = 8_000;

/** Pseudo-random, so that a failure can be repeated. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 31 - 1;
  };
}

/** In seconds. */
export interface Talk {
  readonly from: number;
  readonly to: number;
}

/** Syllables of a voice: a hum of 140 Hz with harmonics, four times a second, with a stop of 60 ms between. */
export function synthesize(
  seconds: number,
  talks: readonly Talk[],
  { noise = 0, gain = 0.2, seed = 1 } = {},
): Float64Array {
  const random = randomNumbers(seed);
  const samples = new Float64Array(seconds * RATE);
  for (let at = 0; at < samples.length; at += 1) {
    const t = at / RATE;
    let sample = noise * random();
    if (talks.some(({ from, to }) => t >= from && t < to) && (t * 4) % 1 < 0.76) {
      const envelope = Math.sin((Math.PI * ((t * 4) % 1)) / 0.76) ** 0.5;
      for (const harmonic of [1, 2, 3, 5, 8])
        sample += ((gain * envelope) / harmonic) * Math.sin(2 * Math.PI * 140 * harmonic * t);
    }
    samples[at] = sample;
  }
  return samples;
}

export function wavOf(channels: readonly Float64Array[], rate = RATE): Buffer {
  const frames = channels[0]?.length ?? 0;
  const data = Buffer.alloc(frames * channels.length * 2);
  for (let at = 0; at < frames; at += 1)
    for (const [n, samples] of channels.entries())
      data.writeInt16LE(
        Math.round(Math.max(-1, Math.min(1, samples[at] ?? 0)) * 32_767),
        (at * channels.length + n) * 2,
      );
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(36 + data.length, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(channels.length, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * channels.length * 2, 28);
  head.writeUInt16LE(channels.length * 2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}

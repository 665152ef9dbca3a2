export interface Wav {
  readonly rate: number;
  /** Samples per channel, -1 to 1. */
  readonly channels: readonly Float32Array[];
  readonly seconds: number;
}

/** @throws when the bytes aren't a PCM16 WAV file */
export function readWav(bytes: Buffer): Wav {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WAVE') {
    throw new Error('not a WAV file');
  }
  let offset = 12;
  let count = 0;
  let rate = 0;
  let bits = 0;
  while (offset + 8 <= bytes.length) {
    const name = bytes.toString('latin1', offset, offset + 4);
    const size = bytes.readUInt32LE(offset + 4);
    const start = offset + 8;
    if (name === 'fmt ') {
      count = bytes.readUInt16LE(start + 2);
      rate = bytes.readUInt32LE(start + 4);
      bits = bytes.readUInt16LE(start + 14);
    }
    if (name === 'data') {
      if (bits !== 16 || count === 0) throw new Error(`${bits} bits, ${count} channels`);
      const frames = Math.floor(Math.min(size, bytes.length - start) / 2 / count);
      const channels = Array.from({ length: count }, (_, channel) =>
        Float32Array.from(
          { length: frames },
          (_, frame) => bytes.readInt16LE(start + (frame * count + channel) * 2) / 32768,
        ),
      );
      return { rate, channels, seconds: frames / rate };
    }
    offset = start + size + (size % 2);
  }
  throw new Error('the WAV file has no data');
}

/** Root mean square of a range, by default of everything. */
export function rms(samples: Float32Array, from = 0, to = samples.length): number {
  let sum = 0;
  for (const sample of samples.subarray(from, to)) sum += sample * sample;
  return Math.sqrt(sum / Math.max(1, to - from));
}

/** Correlation (-1 to 1) of two signals' loudness in 100 ms windows. */
export function correlation(a: Float32Array, b: Float32Array, rate: number): number {
  const windowLength = Math.floor(rate / 10);
  const windowCount = Math.floor(Math.min(a.length, b.length) / windowLength);
  const loudness = (s: Float32Array) =>
    Array.from({ length: windowCount }, (_, i) => rms(s, i * windowLength, (i + 1) * windowLength));
  const [x, y] = [loudness(a), loudness(b)];
  const mean = (v: number[]) => v.reduce((sum, value) => sum + value, 0) / v.length;
  const [mx, my] = [mean(x), mean(y)];
  let top = 0;
  let left = 0;
  let right = 0;
  for (let i = 0; i < windowCount; i += 1) {
    const dx = (x[i] ?? 0) - mx;
    const dy = (y[i] ?? 0) - my;
    top += dx * dy;
    left += dx * dx;
    right += dy * dy;
  }
  return top / Math.sqrt(left * right || 1);
}

/** Filter taps per side, at the slower of the two rates. */
const LOBES = 16;

/** Hann-windowed sinc filter; for one-off file conversion, not streaming. */
export function resample(samples: Int16Array, from: number, to: number): Int16Array {
  if (from === to) return samples;
  const length = Math.floor((samples.length * to) / from);
  const result = new Int16Array(length);
  const cutoff = Math.min(1, to / from);
  const reach = LOBES / cutoff;
  for (let i = 0; i < length; i += 1) {
    const center = (i * from) / to;
    const first = Math.max(0, Math.ceil(center - reach));
    const last = Math.min(samples.length - 1, Math.floor(center + reach));
    let sum = 0;
    for (let j = first; j <= last; j += 1) {
      const distance = j - center;
      const x = Math.PI * distance * cutoff;
      const sinc = x === 0 ? 1 : Math.sin(x) / x;
      const window = 0.5 + 0.5 * Math.cos((Math.PI * distance) / reach);
      sum += (samples[j] as number) * sinc * window * cutoff;
    }
    result[i] = Math.max(-32768, Math.min(32767, Math.round(sum)));
  }
  return result;
}

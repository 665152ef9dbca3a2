import { describe, expect, it } from 'vitest';
import { holdMusic, reorderTone, ringbackTone } from './sounds.ts';

function samples(wav: Uint8Array): Int16Array {
  return new Int16Array(wav.buffer.slice(44));
}
function level(values: Int16Array, fromSeconds: number, toSeconds: number): number {
  const part = values.subarray(fromSeconds * 8000, toSeconds * 8000);
  return Math.sqrt(part.reduce((sum, value) => sum + (value / 32768) ** 2, 0) / part.length);
}

const rows: readonly [string, () => Uint8Array, number][] = [
  ['the ringback tone', ringbackTone, 6],
  ['the reorder tone', reorderTone, 1],
  ['the hold music', holdMusic, 16],
];

describe('sounds', () => {
  it.each(rows)('%s is an 8 kHz, 16-bit mono WAV file', (_name, make, seconds) => {
    const wav = make();
    const view = new DataView(wav.buffer);
    expect(new TextDecoder().decode(wav.subarray(0, 4))).toBe('RIFF');
    expect(view.getUint32(4, true)).toBe(wav.length - 8);
    expect([view.getUint16(22, true), view.getUint32(24, true), view.getUint16(34, true)]).toEqual([
      1, 8000, 16,
    ]);
    expect(view.getUint32(40, true)).toBe(seconds * 16_000);
    expect(wav.length).toBe(44 + seconds * 16_000);
  });

  it('the ringback tone plays for 2 of every 6 s, and hold music plays throughout without clipping', () => {
    const ring = samples(ringbackTone());
    expect(level(ring, 0, 2)).toBeGreaterThan(0.1);
    expect(level(ring, 2, 6)).toBe(0);
    const music = samples(holdMusic());
    for (let second = 0; second < 16; second += 1)
      expect(level(music, second, second + 1)).toBeGreaterThan(0.02);
    expect(music.reduce((peak, value) => Math.max(peak, Math.abs(value)), 0)).toBeLessThan(32_000);
  });
});

import { FRAME_SAMPLES, SAMPLE_RATE, ULAW_SILENCE, ulawToLinear } from './g711.ts';

const SLOTS = 20;
const SLOT_MS = 20;
const TONE_SLOTS = 5;

const squares = new Float64Array(256);
for (let byte = 0; byte < 256; byte += 1) squares[byte] = ((ulawToLinear[byte] ?? 0) / 32768) ** 2;

/** 0..1 */
export function meanSquare(bytes: Uint8Array): number {
  let sum = 0;
  for (let i = 0; i < bytes.length; i += 1) sum += squares[bytes[i] as number] as number;
  return bytes.length === 0 ? 0 : sum / bytes.length;
}

/** Measures the last 400 ms. Adding a packet only copies it; reads are rare. */
export class LevelMeter {
  readonly #bytes = new Uint8Array(SLOTS * FRAME_SAMPLES).fill(ULAW_SILENCE);
  readonly #times = new Float64Array(SLOTS).fill(Number.NEGATIVE_INFINITY);
  #next = 0;
  packets = 0;
  /** ms */
  lastPacketAt = Number.NEGATIVE_INFINITY;

  /** `now` is in ms. Only the first 20 ms of a longer packet count. */
  add(payload: Uint8Array, now: number): void {
    const start = this.#next * FRAME_SAMPLES;
    if (payload.length === FRAME_SAMPLES) this.#bytes.set(payload, start);
    else {
      this.#bytes.fill(0xff, start, start + FRAME_SAMPLES);
      this.#bytes.set(payload.subarray(0, FRAME_SAMPLES), start);
    }
    this.#times[this.#next] = now;
    this.lastPacketAt = now;
    this.#next = (this.#next + 1) % SLOTS;
    this.packets += 1;
  }

  /** 0..1; time without packets counts as silence. */
  rms(now: number): number {
    const since = now - SLOTS * SLOT_MS;
    let sum = 0;
    for (let slot = 0; slot < SLOTS; slot += 1) {
      if ((this.#times[slot] as number) <= since) continue;
      const start = slot * FRAME_SAMPLES;
      sum += meanSquare(this.#bytes.subarray(start, start + FRAME_SAMPLES));
    }
    return Math.sqrt(sum / SLOTS);
  }

  /** RMS (0..1) per frequency (Hz) in the newest five packets (100 ms). */
  toneLevels(frequencies: readonly number[]): readonly number[] {
    const samples: number[] = [];
    for (let i = TONE_SLOTS; i > 0; i -= 1) {
      const start = ((this.#next + SLOTS - i) % SLOTS) * FRAME_SAMPLES;
      for (const byte of this.#bytes.subarray(start, start + FRAME_SAMPLES))
        samples.push((ulawToLinear[byte] as number) / 32768);
    }
    return frequencies.map((frequency) => {
      const step = (2 * Math.PI * frequency) / SAMPLE_RATE;
      const re = samples.reduce((sum, sample, i) => sum + sample * Math.cos(step * i), 0);
      const im = samples.reduce((sum, sample, i) => sum + sample * Math.sin(step * i), 0);
      return (Math.SQRT2 * Math.hypot(re, im)) / samples.length;
    });
  }
}

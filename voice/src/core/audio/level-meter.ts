import { FRAME_SAMPLES, ulawToLinear } from './g711.ts';

const SLOTS = 20;
const SLOT_MS = 20;

const squares = new Float64Array(256);
for (let byte = 0; byte < 256; byte += 1) squares[byte] = ((ulawToLinear[byte] ?? 0) / 32768) ** 2;

/** Mean square (0..1) of µ-law bytes; 0 of none. */
export function meanSquare(bytes: Uint8Array): number {
  let sum = 0;
  for (let i = 0; i < bytes.length; i += 1) sum += squares[bytes[i] as number] as number;
  return bytes.length === 0 ? 0 : sum / bytes.length;
}

/**
 * How loud the last 400 ms were. Taking a packet only copies it; the sum is made when somebody looks,
 * which is seldom, while packets come fifty times a second.
 */
export class LevelMeter {
  readonly #bytes = new Uint8Array(SLOTS * FRAME_SAMPLES);
  readonly #times = new Float64Array(SLOTS).fill(Number.NEGATIVE_INFINITY);
  #next = 0;
  packets = 0;

  /** Takes a packet of µ-law bytes that came at `now` (ms). Of a long packet the beginning counts. */
  take(payload: Uint8Array, now: number): void {
    const start = this.#next * FRAME_SAMPLES;
    if (payload.length === FRAME_SAMPLES) this.#bytes.set(payload, start);
    else {
      this.#bytes.fill(0xff, start, start + FRAME_SAMPLES);
      this.#bytes.set(payload.subarray(0, FRAME_SAMPLES), start);
    }
    this.#times[this.#next] = now;
    this.#next = (this.#next + 1) % SLOTS;
    this.packets += 1;
  }

  /** Root mean square 0..1 over the 400 ms before `now`; time without packets counts as silence. */
  read(now: number): number {
    const since = now - SLOTS * SLOT_MS;
    let sum = 0;
    for (let slot = 0; slot < SLOTS; slot += 1) {
      if ((this.#times[slot] as number) <= since) continue;
      const start = slot * FRAME_SAMPLES;
      sum += meanSquare(this.#bytes.subarray(start, start + FRAME_SAMPLES));
    }
    return Math.sqrt(sum / SLOTS);
  }
}

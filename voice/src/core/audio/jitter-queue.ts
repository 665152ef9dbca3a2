import { FRAME_SAMPLES, ULAW_SILENCE } from './g711.ts';

/**
 * What one party sends, waiting to be mixed on the next tick. Bytes are µ-law samples.
 *
 *              two frames are in
 *   ┌─ filling ─────────────────► running ─┐
 *   │     ▲                          │     │ every 500 ms: what was never needed is dropped
 *   └─────┘      less than a frame   │     ▼
 *   silence ◄────────────────────────┘   frames
 *
 * A stall fills the queue, and nothing would ever empty it again: that is why the least depth of each window
 * above one frame of reserve is thrown away.
 */
export class JitterQueue {
  readonly #ring = new Uint8Array(CAPACITY);
  #read = 0;
  #depth = 0;
  #filling = true;
  #lastSequence = -1;
  #pulls = 0;
  #least = CAPACITY;

  /** Bytes that wait. */
  get depth(): number {
    return this.#depth;
  }

  /**
   * Takes one packet. `sequence` is its RTP sequence number (16 bit): packets of the past are dropped, a short
   * hole is filled (the last frame once more, then silence) so that the timing stays.
   */
  push(sequence: number, payload: Uint8Array): void {
    if (payload.length === 0 || payload.length > MAX_DEPTH) return;
    if (this.#lastSequence >= 0) {
      const step = ((sequence - this.#lastSequence) << 16) >> 16;
      if (step <= 0 && step > -LARGEST_HOLE) return;
      if (step > 1 && step <= LARGEST_HOLE) this.#conceal((step - 1) * payload.length);
    }
    this.#lastSequence = sequence;
    this.#write(payload);
    if (this.#depth > MAX_DEPTH) this.#drop(this.#depth - MAX_DEPTH);
  }

  /** Takes one frame out. False, and `out` untouched, when there is none to play now. */
  pull(out: Uint8Array): boolean {
    if (this.#filling) {
      if (this.#depth < START_DEPTH) return false;
      this.#filling = false;
    }
    if (this.#depth < FRAME_SAMPLES) {
      this.#filling = true;
      this.#startWindow();
      return false;
    }
    for (let i = 0; i < FRAME_SAMPLES; i += 1) out[i] = this.#ring[(this.#read + i) & MASK] as number;
    this.#drop(FRAME_SAMPLES);
    if (this.#depth < this.#least) this.#least = this.#depth;
    this.#pulls += 1;
    if (this.#pulls >= WINDOW_PULLS) {
      if (this.#least >= 2 * RESERVE) this.#drop(this.#least - RESERVE);
      this.#startWindow();
    }
    return true;
  }

  /** Forgets everything: the party's stream begins anew. */
  clear(): void {
    this.#read = 0;
    this.#depth = 0;
    this.#filling = true;
    this.#lastSequence = -1;
    this.#startWindow();
  }

  #startWindow(): void {
    this.#pulls = 0;
    this.#least = CAPACITY;
  }

  #drop(bytes: number): void {
    this.#read = (this.#read + bytes) & MASK;
    this.#depth -= bytes;
  }

  #write(bytes: Uint8Array): void {
    const start = this.#read + this.#depth;
    for (let i = 0; i < bytes.length; i += 1) this.#ring[(start + i) & MASK] = bytes[i] as number;
    this.#depth += bytes.length;
  }

  #conceal(bytes: number): void {
    const room = Math.min(bytes, MAX_DEPTH - this.#depth);
    const start = this.#read + this.#depth;
    const repeat = this.#depth >= FRAME_SAMPLES ? Math.min(room, FRAME_SAMPLES) : 0;
    for (let i = 0; i < room; i += 1) {
      this.#ring[(start + i) & MASK] =
        i < repeat ? (this.#ring[(start + i - FRAME_SAMPLES) & MASK] as number) : ULAW_SILENCE;
    }
    if (room > 0) this.#depth += room;
  }
}

/** 2^14 bytes: two seconds, a power of two so that positions wrap with a mask. */
const CAPACITY = 16384;
const MASK = CAPACITY - 1;
/** Half a second at most waits: older audio is worth nothing in a conversation. */
const MAX_DEPTH = 25 * FRAME_SAMPLES;
const START_DEPTH = 2 * FRAME_SAMPLES;
const RESERVE = FRAME_SAMPLES;
const WINDOW_PULLS = 25;
const LARGEST_HOLE = 10;

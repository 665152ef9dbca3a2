import { FRAME_SAMPLES, linearToUlaw, SAMPLE_RATE, ulawToLinear } from '../audio/g711.ts';
import { ArrivalDelay } from './arrival-delay.ts';
import { Concealment } from './concealment.ts';

/**
 * Packets from one party that wait to be mixed on the next tick. Samples are µ-law bytes, stored at the position of
 * their timestamp, so reordering is harmless and a loss leaves a gap.
 *
 *            until the target delay is reached
 *   ┌─ filling ──────────────────────────────────► running ─┐  a gap with later packets behind it is concealed,
 *   │     ▲                                            │    ▼  and playback continues
 *   └─────┘      less than one frame left              │  frames
 *   concealing, then silent ◄──────────────────────────┘
 *         playback time stops: late packets are still played, later than before
 *
 * The target delay follows the arrival spread (ArrivalDelay). Excess delay, such as after a stall, is removed within
 * 1 s by skipping samples; too little delay is corrected by inserting a frame.
 */
export class JitterBuffer {
  readonly #ring = new Uint8Array(CAPACITY);
  readonly #present = new Uint8Array(CAPACITY);
  readonly #arrivals = new ArrivalDelay();
  readonly #concealment = new Concealment();
  /** The first samples that were skipped; they fade into the samples played instead. */
  readonly #tail = new Int16Array(BLEND_SAMPLES);
  #hasTail = false;
  #hasStream = false;
  #running = false;
  /** RTP timestamps (32 bit): next sample to play, end of the newest packet, oldest sample still accepted. */
  #nextTimestamp = 0;
  #endTimestamp = 0;
  #minTimestamp = 0;
  #pausedSamples = 0;
  #pulls = 0;
  #minDelay = Number.POSITIVE_INFINITY;
  #sinceStretch = 0;
  concealed = 0;

  get depth(): number {
    return this.#hasStream ? Math.max(0, (this.#endTimestamp - this.#nextTimestamp) | 0) : 0;
  }

  /** Drops samples that were already played. A jump of more than 500 ms restarts the stream. */
  push(timestamp: number, payload: Uint8Array, now: number): void {
    if (payload.length === 0 || payload.length > MAX_DEPTH) return;
    this.#arrivals.add(timestamp, toSamples(now));
    if (!this.#hasStream) this.#startAt(timestamp);
    let offset = (timestamp - this.#nextTimestamp) | 0;
    if (offset + payload.length > MAX_DEPTH || offset < -MAX_DEPTH) {
      this.#reset();
      this.#startAt(timestamp);
      offset = 0;
    } else if (!this.#running) offset = this.#adjustStart(timestamp, offset);
    for (let i = Math.max(0, -offset); i < payload.length; i += 1) {
      const at = (timestamp + i) & MASK;
      this.#ring[at] = payload[i] as number;
      this.#present[at] = 1;
    }
    const end = timestamp + payload.length;
    if (((end - this.#endTimestamp) | 0) > 0) this.#endTimestamp = end | 0;
  }

  /** When there is only silence, returns false and leaves `out` unchanged. */
  pull(out: Uint8Array, now: number): boolean {
    if (!this.#hasStream) return false;
    const delay = this.#arrivals.delayAt(this.#nextTimestamp, toSamples(now));
    if (!this.#running && this.depth > 0 && delay >= this.#targetDelay()) this.#resume();
    if (!this.#running) return this.#concealPause(out);
    if (this.depth < FRAME_SAMPLES) {
      this.#running = false;
      this.#minTimestamp = this.#nextTimestamp;
      this.#startWindow();
      return this.#concealPause(out);
    }
    this.#sinceStretch += 1;
    if (this.#sinceStretch > STRETCH_EVERY && delay < this.#targetDelay() - SLACK) {
      this.#sinceStretch = 0;
      this.#startWindow();
      return this.#concealment.fill(out);
    }
    const isComplete = this.#takeFrame(out);
    this.#trackDelay(delay);
    return isComplete || this.#conceal(out);
  }

  clear(): void {
    this.#reset();
    this.#hasStream = false;
    this.#arrivals.clear();
    this.#concealment.clear();
  }

  #startAt(timestamp: number): void {
    this.#hasStream = true;
    this.#nextTimestamp = timestamp | 0;
    this.#endTimestamp = timestamp | 0;
    this.#minTimestamp = timestamp | 0;
  }

  #reset(): void {
    this.#present.fill(0);
    this.#running = false;
    this.#hasTail = false;
    this.#pausedSamples = 0;
    this.#startWindow();
  }

  /** Playback starts at the earliest packet that is at most 500 ms older than the newest. Returns its offset. */
  #adjustStart(timestamp: number, offset: number): number {
    const isRecent =
      ((timestamp - this.#minTimestamp) | 0) >= 0 && ((this.#endTimestamp - timestamp) | 0) <= MAX_DEPTH;
    const movesStart = this.depth === 0 ? offset > 0 : offset < 0 && isRecent;
    if (!movesStart) return offset;
    this.#nextTimestamp = timestamp | 0;
    if (((this.#endTimestamp - this.#nextTimestamp) | 0) < 0) this.#endTimestamp = this.#nextTimestamp;
    return 0;
  }

  #concealPause(out: Uint8Array): boolean {
    this.#pausedSamples += FRAME_SAMPLES;
    return this.#conceal(out);
  }

  /** Skips gaps that were already concealed during the pause. */
  #resume(): void {
    this.#running = true;
    for (; this.#pausedSamples > 0 && this.depth > FRAME_SAMPLES; this.#pausedSamples -= FRAME_SAMPLES) {
      if (this.#present[this.#nextTimestamp & MASK] === 1) break;
      this.#nextTimestamp = (this.#nextTimestamp + FRAME_SAMPLES) | 0;
    }
    this.#pausedSamples = 0;
  }

  /** The delay, relative to the fastest packets, at which slower ones still arrive in time. */
  #targetDelay(): number {
    return Math.max(MIN_DELAY, Math.min(MAX_DELAY, this.#arrivals.spread + RESERVE));
  }

  #takeFrame(out: Uint8Array): boolean {
    const from = this.#nextTimestamp;
    let present = 0;
    for (let i = 0; i < FRAME_SAMPLES; i += 1) present += this.#present[(from + i) & MASK] as number;
    const isComplete = present === FRAME_SAMPLES;
    for (let i = 0; i < FRAME_SAMPLES; i += 1) {
      const at = (from + i) & MASK;
      this.#present[at] = 0;
      if (isComplete) out[i] = this.#ring[at] as number;
    }
    this.#nextTimestamp = (from + FRAME_SAMPLES) | 0;
    if (!isComplete) return false;
    if (this.#hasTail) this.#blend(out);
    this.#concealment.addReceived(out);
    return true;
  }

  #conceal(out: Uint8Array): boolean {
    this.#hasTail = false;
    if (!this.#concealment.fill(out)) return false;
    this.concealed += 1;
    return true;
  }

  /** Removes delay that wasn't needed at any time during a window. */
  #trackDelay(delay: number): void {
    if (delay < this.#minDelay) this.#minDelay = delay;
    this.#pulls += 1;
    if (this.#pulls < WINDOW_PULLS) return;
    const excess = this.#minDelay - this.#targetDelay() - SLACK;
    this.#startWindow();
    if (excess > SLACK) this.#skip(Math.min(excess, this.depth - FRAME_SAMPLES));
  }

  #skip(samples: number): void {
    if (samples <= 0) return;
    for (let i = 0; i < BLEND_SAMPLES; i += 1) {
      this.#tail[i] = ulawToLinear[this.#ring[(this.#nextTimestamp + i) & MASK] as number] as number;
    }
    this.#hasTail = true;
    for (let i = 0; i < samples; i += 1) this.#present[(this.#nextTimestamp + i) & MASK] = 0;
    this.#nextTimestamp = (this.#nextTimestamp + samples) | 0;
  }

  #blend(out: Uint8Array): void {
    this.#hasTail = false;
    for (let i = 0; i < BLEND_SAMPLES; i += 1) {
      const weight = (i + 0.5) / BLEND_SAMPLES;
      const mixed =
        weight * (ulawToLinear[out[i] as number] as number) + (1 - weight) * (this.#tail[i] as number);
      out[i] = linearToUlaw[Math.round(mixed) & 0xffff] as number;
    }
  }

  #startWindow(): void {
    this.#pulls = 0;
    this.#minDelay = Number.POSITIVE_INFINITY;
  }
}

function toSamples(ms: number): number {
  return Math.round((ms * SAMPLE_RATE) / 1000);
}

/** 2 s; a power of two, for masking. */
const CAPACITY = 16384;
const MASK = CAPACITY - 1;
const MAX_DEPTH = 25 * FRAME_SAMPLES;
const MIN_DELAY = FRAME_SAMPLES;
/** 300 ms: beyond that, packet loss is better than more delay. */
const MAX_DELAY = 15 * FRAME_SAMPLES;
const RESERVE = 80;
/** 10 ms: smaller deviations are ignored. */
const SLACK = 80;
/** 300 ms: fast enough to recover within 1 s of a stall. */
const WINDOW_PULLS = 15;
/** At most ten inserted frames per second. */
const STRETCH_EVERY = 5;
const BLEND_SAMPLES = 40;

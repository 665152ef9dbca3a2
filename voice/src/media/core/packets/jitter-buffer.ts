import { FRAME_SAMPLES, linearToUlaw, SAMPLE_RATE, ulawToLinear } from '../audio/g711.ts';
import { ArrivalDelay } from './arrival-delay.ts';
import { Concealment } from './concealment.ts';

/**
 * What one party sends, waiting to be mixed on the next tick. Samples are µ-law bytes and lie where their timestamp
 * says: who overtakes another does no harm, and what is missing leaves a hole.
 *
 *            waited for as long as packets may be late
 *   ┌─ filling ──────────────────────────────────────► running ─┐  a hole with later packets behind it is filled
 *   │     ▲                                                │    ▼  (Concealment) and time goes on
 *   └─────┘      less than a frame is there                │  frames
 *   fading, then silence ◄─────────────────────────────────┘
 *         time stands still: when the packets come, all of them are heard, later than before
 *
 * How long a packet waits follows from how unevenly packets arrive (ArrivalDelay). Who waits longer than that, as
 * everybody does after a stall, is brought back within a second by leaving out what is too much; who waits too
 * short, by a frame more.
 */
export class JitterBuffer {
  readonly #ring = new Uint8Array(CAPACITY);
  /** 1: this sample has come and was not played. */
  readonly #present = new Uint8Array(CAPACITY);
  readonly #arrivals = new ArrivalDelay();
  readonly #concealment = new Concealment();
  /** What would have been played next when samples were left out; it fades into what is played instead. */
  readonly #tail = new Int16Array(BLEND_SAMPLES);
  #hasTail = false;
  #hasStream = false;
  #running = false;
  /** Timestamps (32 bit): of the next sample to be played, the one after the newest, and the oldest still wanted. */
  #nextTimestamp = 0;
  #endTimestamp = 0;
  #minTimestamp = 0;
  /** Samples that were filled since time stands still. */
  #pausedSamples = 0;
  #pulls = 0;
  #minDelay = Number.POSITIVE_INFINITY;
  #sinceStretch = 0;
  /** Frames that were made up because packets were lost or present too late. */
  concealed = 0;

  /** Samples from the next to be played to the newest, holes included. */
  get depth(): number {
    return this.#hasStream ? Math.max(0, (this.#endTimestamp - this.#nextTimestamp) | 0) : 0;
  }

  /**
   * Takes one packet: its RTP timestamp (32 bit) and when it present (ms). What has been played or passed over already
   * is dropped; a jump of more than half a second is a new beginning.
   */
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

  /** Takes out the frame of this tick. False, and `out` untouched, when there is only silence to play. */
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
    const whole = this.#takeFrame(out);
    this.#trackDelay(delay);
    return whole || this.#conceal(out);
  }

  /** Forgets everything: the party's stream begins anew. */
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

  /**
   * While nothing plays the earliest packet that is there is where it will begin, unless that is more than half a
   * second before the newest: then it present too late. Returns the packet's offset.
   */
  #adjustStart(timestamp: number, offset: number): number {
    const isWanted =
      ((timestamp - this.#minTimestamp) | 0) >= 0 && ((this.#endTimestamp - timestamp) | 0) <= MAX_DEPTH;
    const moves = this.depth === 0 ? offset > 0 : offset < 0 && isWanted;
    if (!moves) return offset;
    this.#nextTimestamp = timestamp | 0;
    if (((this.#endTimestamp - this.#nextTimestamp) | 0) < 0) this.#endTimestamp = this.#nextTimestamp;
    return 0;
  }

  /** Time stands still: the packets are late, or lost. */
  #concealPause(out: Uint8Array): boolean {
    this.#pausedSamples += FRAME_SAMPLES;
    return this.#conceal(out);
  }

  /** What turns out to be lost, not late, was filled while time stood still: it is passed over. */
  #resume(): void {
    this.#running = true;
    for (; this.#pausedSamples > 0 && this.depth > FRAME_SAMPLES; this.#pausedSamples -= FRAME_SAMPLES) {
      if (this.#present[this.#nextTimestamp & MASK] === 1) break;
      this.#nextTimestamp = (this.#nextTimestamp + FRAME_SAMPLES) | 0;
    }
    this.#pausedSamples = 0;
  }

  /** How long a packet should wait after the fastest ones, so that the later ones come in time. */
  #targetDelay(): number {
    return Math.max(MIN_DELAY, Math.min(MAX_DELAY, this.#arrivals.spread + RESERVE));
  }

  /** Moves on by a frame. False, and `out` untouched, when not all of it has come. */
  #takeFrame(out: Uint8Array): boolean {
    const from = this.#nextTimestamp;
    let present = 0;
    for (let i = 0; i < FRAME_SAMPLES; i += 1) present += this.#present[(from + i) & MASK] as number;
    const whole = present === FRAME_SAMPLES;
    for (let i = 0; i < FRAME_SAMPLES; i += 1) {
      const at = (from + i) & MASK;
      this.#present[at] = 0;
      if (whole) out[i] = this.#ring[at] as number;
    }
    this.#nextTimestamp = (from + FRAME_SAMPLES) | 0;
    if (!whole) return false;
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

  /** What was waited for longer than needed in a whole window was never needed: it is left out. */
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

/** 2^14 bytes: two seconds, a power of two so that positions wrap with a mask. */
const CAPACITY = 16384;
const MASK = CAPACITY - 1;
/** Half a second at most waits: older audio is worth nothing in a conversation. */
const MAX_DEPTH = 25 * FRAME_SAMPLES;
/** A frame: less would be used up by our own tick. */
const MIN_DELAY = FRAME_SAMPLES;
/** 300 ms: who waits longer cannot talk with each other, and loses packets instead. */
const MAX_DELAY = 15 * FRAME_SAMPLES;
const RESERVE = 80;
/** Delays that differ by less are left as they are. */
const SLACK = 80;
/** 300 ms: soon enough to be back within a second of a stall. */
const WINDOW_PULLS = 15;
/** A frame is put in at most ten times a second. */
const STRETCH_EVERY = 5;
const BLEND_SAMPLES = 40;

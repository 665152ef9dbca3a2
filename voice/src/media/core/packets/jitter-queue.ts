import { FRAME_SAMPLES, linearToUlaw, SAMPLE_RATE, ulawToLinear } from '../sound/g711.ts';
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
export class JitterQueue {
  readonly #ring = new Uint8Array(CAPACITY);
  /** 1: this sample has come and was not played. */
  readonly #there = new Uint8Array(CAPACITY);
  readonly #arrivals = new ArrivalDelay();
  readonly #concealment = new Concealment();
  /** What would have been played next when samples were left out; it fades into what is played instead. */
  readonly #tail = new Int16Array(BLEND);
  #hasTail = false;
  #known = false;
  #running = false;
  /** Timestamps (32 bit): of the next sample to be played, the one after the newest, and the oldest still wanted. */
  #play = 0;
  #end = 0;
  #floor = 0;
  /** Samples that were filled since time stands still. */
  #stood = 0;
  #pulls = 0;
  #leastDelay = Number.POSITIVE_INFINITY;
  #sinceStretch = 0;
  /** Frames that were made up because packets were lost or came too late. */
  concealed = 0;

  /** Samples from the next to be played to the newest, holes included. */
  get depth(): number {
    return this.#known ? Math.max(0, (this.#end - this.#play) | 0) : 0;
  }

  /**
   * Takes one packet: its RTP timestamp (32 bit) and when it came (ms). What has been played or passed over already
   * is dropped; a jump of more than half a second is a new beginning.
   */
  push(timestamp: number, payload: Uint8Array, now: number): void {
    if (payload.length === 0 || payload.length > MAX_DEPTH) return;
    this.#arrivals.take(timestamp, toSamples(now));
    if (!this.#known) this.#begin(timestamp);
    let offset = (timestamp - this.#play) | 0;
    if (offset + payload.length > MAX_DEPTH || offset < -MAX_DEPTH) {
      this.#forget();
      this.#begin(timestamp);
      offset = 0;
    } else if (!this.#running) offset = this.#beforeStart(timestamp, offset);
    for (let i = Math.max(0, -offset); i < payload.length; i += 1) {
      const at = (timestamp + i) & MASK;
      this.#ring[at] = payload[i] as number;
      this.#there[at] = 1;
    }
    const end = timestamp + payload.length;
    if (((end - this.#end) | 0) > 0) this.#end = end | 0;
  }

  /** Takes out the frame of this tick. False, and `out` untouched, when there is only silence to play. */
  pull(out: Uint8Array, now: number): boolean {
    if (!this.#known) return false;
    const delay = this.#arrivals.delayOf(this.#play, toSamples(now));
    if (!this.#running && this.depth > 0 && delay >= this.#wanted()) this.#resume();
    if (!this.#running) return this.#stand(out);
    if (this.depth < FRAME_SAMPLES) {
      this.#running = false;
      this.#floor = this.#play;
      this.#startWindow();
      return this.#stand(out);
    }
    this.#sinceStretch += 1;
    if (this.#sinceStretch > STRETCH_EVERY && delay < this.#wanted() - SLACK) {
      this.#sinceStretch = 0;
      this.#startWindow();
      return this.#concealment.fill(out);
    }
    const whole = this.#takeFrame(out);
    this.#watch(delay);
    return whole || this.#conceal(out);
  }

  /** Forgets everything: the party's stream begins anew. */
  clear(): void {
    this.#forget();
    this.#known = false;
    this.#arrivals.clear();
    this.#concealment.clear();
  }

  #begin(timestamp: number): void {
    this.#known = true;
    this.#play = timestamp | 0;
    this.#end = timestamp | 0;
    this.#floor = timestamp | 0;
  }

  #forget(): void {
    this.#there.fill(0);
    this.#running = false;
    this.#hasTail = false;
    this.#stood = 0;
    this.#startWindow();
  }

  /**
   * While nothing plays the earliest packet that is there is where it will begin, unless that is more than half a
   * second before the newest: then it came too late. Returns the packet's offset.
   */
  #beforeStart(timestamp: number, offset: number): number {
    const isWanted = ((timestamp - this.#floor) | 0) >= 0 && ((this.#end - timestamp) | 0) <= MAX_DEPTH;
    const moves = this.depth === 0 ? offset > 0 : offset < 0 && isWanted;
    if (!moves) return offset;
    this.#play = timestamp | 0;
    if (((this.#end - this.#play) | 0) < 0) this.#end = this.#play;
    return 0;
  }

  /** Time stands still: the packets are late, or lost. */
  #stand(out: Uint8Array): boolean {
    this.#stood += FRAME_SAMPLES;
    return this.#conceal(out);
  }

  /** What turns out to be lost, not late, was filled while time stood still: it is passed over. */
  #resume(): void {
    this.#running = true;
    for (; this.#stood > 0 && this.depth > FRAME_SAMPLES; this.#stood -= FRAME_SAMPLES) {
      if (this.#there[this.#play & MASK] === 1) break;
      this.#play = (this.#play + FRAME_SAMPLES) | 0;
    }
    this.#stood = 0;
  }

  /** How long a packet should wait after the fastest ones, so that the later ones come in time. */
  #wanted(): number {
    return Math.max(LEAST_DELAY, Math.min(MOST_DELAY, this.#arrivals.spread + RESERVE));
  }

  /** Moves on by a frame. False, and `out` untouched, when not all of it has come. */
  #takeFrame(out: Uint8Array): boolean {
    const from = this.#play;
    let came = 0;
    for (let i = 0; i < FRAME_SAMPLES; i += 1) came += this.#there[(from + i) & MASK] as number;
    const whole = came === FRAME_SAMPLES;
    for (let i = 0; i < FRAME_SAMPLES; i += 1) {
      const at = (from + i) & MASK;
      this.#there[at] = 0;
      if (whole) out[i] = this.#ring[at] as number;
    }
    this.#play = (from + FRAME_SAMPLES) | 0;
    if (!whole) return false;
    if (this.#hasTail) this.#blend(out);
    this.#concealment.join(out);
    return true;
  }

  #conceal(out: Uint8Array): boolean {
    this.#hasTail = false;
    if (!this.#concealment.fill(out)) return false;
    this.concealed += 1;
    return true;
  }

  /** What was waited for longer than needed in a whole window was never needed: it is left out. */
  #watch(delay: number): void {
    if (delay < this.#leastDelay) this.#leastDelay = delay;
    this.#pulls += 1;
    if (this.#pulls < WINDOW_PULLS) return;
    const tooMuch = this.#leastDelay - this.#wanted() - SLACK;
    this.#startWindow();
    if (tooMuch > SLACK) this.#leaveOut(Math.min(tooMuch, this.depth - FRAME_SAMPLES));
  }

  #leaveOut(samples: number): void {
    if (samples <= 0) return;
    for (let i = 0; i < BLEND; i += 1) {
      this.#tail[i] = ulawToLinear[this.#ring[(this.#play + i) & MASK] as number] as number;
    }
    this.#hasTail = true;
    for (let i = 0; i < samples; i += 1) this.#there[(this.#play + i) & MASK] = 0;
    this.#play = (this.#play + samples) | 0;
  }

  #blend(out: Uint8Array): void {
    this.#hasTail = false;
    for (let i = 0; i < BLEND; i += 1) {
      const share = (i + 0.5) / BLEND;
      const mixed =
        share * (ulawToLinear[out[i] as number] as number) + (1 - share) * (this.#tail[i] as number);
      out[i] = linearToUlaw[Math.round(mixed) & 0xffff] as number;
    }
  }

  #startWindow(): void {
    this.#pulls = 0;
    this.#leastDelay = Number.POSITIVE_INFINITY;
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
const LEAST_DELAY = FRAME_SAMPLES;
/** 300 ms: who waits longer cannot talk with each other, and loses packets instead. */
const MOST_DELAY = 15 * FRAME_SAMPLES;
const RESERVE = 80;
/** Delays that differ by less are left as they are. */
const SLACK = 80;
/** 300 ms: soon enough to be back within a second of a stall. */
const WINDOW_PULLS = 15;
/** A frame is put in at most ten times a second. */
const STRETCH_EVERY = 5;
const BLEND = 40;

import { SAMPLE_RATE } from '../audio/g711.ts';

/**
 * How unevenly the packets of one stream arrive. All numbers are samples, and all delays are relative: what counts
 * is how much later than the minDelay packet of the last two seconds one comes.
 *
 * The spread is the third worst of the last eight quarters of a second: jitter makes all of them bad, a single
 * stall one or two. A stall should not keep everybody waiting for seconds in expectation of the next.
 */
export class ArrivalDelay {
  readonly #minDelays = new Float64Array(BUCKETS);
  readonly #maxDelays = new Float64Array(BUCKETS);
  #bucket = 0;
  #reference = 0;
  #lastDelay = 0;
  #started = false;
  #minDelay = 0;
  #spread = 0;

  /** How much later than the minDelay a packet is to be expected. */
  get spread(): number {
    return this.#spread;
  }

  /** @param timestamp the packet's (32 bit); @param arrival when it came, of the same unit and any origin */
  add(timestamp: number, arrival: number): void {
    const transit = (arrival - timestamp) | 0;
    if (!this.#started) this.#start(transit, arrival);
    let delay = (transit - this.#reference) | 0;
    if (Math.abs(delay - this.#lastDelay) > MAX_DELAY_JUMP) {
      this.#start(transit, arrival);
      delay = 0;
    }
    this.#lastDelay = delay;
    const bucket = Math.floor(arrival / BUCKET_SAMPLES);
    if (bucket !== this.#bucket) this.#advance(bucket);
    const at = ((bucket % BUCKETS) + BUCKETS) % BUCKETS;
    if (delay < (this.#minDelays[at] as number)) this.#minDelays[at] = delay;
    if (delay > (this.#maxDelays[at] as number)) this.#maxDelays[at] = delay;
    if (delay < this.#minDelay) this.#minDelay = delay;
  }

  /** How much later than with the minDelay packet's delay the sample `timestamp` is played, if it is at `now`. */
  delayAt(timestamp: number, now: number): number {
    return ((((now - timestamp) | 0) - this.#reference) | 0) - this.#minDelay;
  }

  clear(): void {
    this.#started = false;
    this.#spread = 0;
  }

  #start(transit: number, arrival: number): void {
    this.#started = true;
    this.#reference = transit;
    this.#lastDelay = 0;
    this.#minDelay = 0;
    this.#spread = 0;
    this.#bucket = Math.floor(arrival / BUCKET_SAMPLES);
    this.#minDelays.fill(Number.POSITIVE_INFINITY);
    this.#maxDelays.fill(Number.NEGATIVE_INFINITY);
  }

  #advance(bucket: number): void {
    const passed = Math.min(BUCKETS, Math.max(1, bucket - this.#bucket));
    for (let i = 0; i < passed; i += 1) {
      const at = (((bucket - i) % BUCKETS) + BUCKETS) % BUCKETS;
      this.#minDelays[at] = Number.POSITIVE_INFINITY;
      this.#maxDelays[at] = Number.NEGATIVE_INFINITY;
    }
    this.#bucket = bucket;
    const minDelay = Math.min(...this.#minDelays);
    if (Number.isFinite(minDelay)) this.#minDelay = minDelay;
    const worst = [...this.#maxDelays].sort((a, b) => b - a)[SPREAD_RANK] as number;
    this.#spread = Number.isFinite(worst) ? Math.max(0, worst - this.#minDelay) : 0;
  }
}

const BUCKET_SAMPLES = SAMPLE_RATE / 4;
const BUCKETS = 8;
/** The place of the bucket that counts, when the worst has the place 0. */
const SPREAD_RANK = 2;
/** A second: who jumps further has another clock (a new device, a mute of some browsers). */
const MAX_DELAY_JUMP = SAMPLE_RATE;

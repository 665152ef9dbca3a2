import { SAMPLE_RATE } from '../audio/g711.ts';

/**
 * Measures the delays of arriving packets and their spread. All numbers are samples; delays are relative to the fastest
 * packet of the last 2 s. The spread is the third worst of the last eight 250 ms buckets: jitter affects all of them, a
 * single stall only one or two, and a stall should not delay audio for seconds.
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

  get spread(): number {
    return this.#spread;
  }

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

  /** Delay of a sample if played at `now`, relative to the fastest packet. */
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
/** Rank of the bucket that sets the spread, worst first. */
const SPREAD_RANK = 2;
/** 1 s: a larger jump means a different clock (a new device; some browsers after a mute). */
const MAX_DELAY_JUMP = SAMPLE_RATE;

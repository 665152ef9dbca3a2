import { SAMPLE_RATE } from '../sound/g711.ts';

/**
 * How unevenly the packets of one stream arrive. All numbers are samples, and all delays are relative: what counts
 * is how much later than the fastest packet of the last two seconds one comes.
 *
 * The spread is the third worst of the last eight quarters of a second: jitter makes all of them bad, a single
 * stall one or two. A stall should not keep everybody waiting for seconds in expectation of the next.
 */
export class ArrivalDelay {
  readonly #least = new Float64Array(QUARTERS);
  readonly #most = new Float64Array(QUARTERS);
  #quarter = 0;
  #reference = 0;
  #last = 0;
  #known = false;
  #fastest = 0;
  #spread = 0;

  /** How much later than the fastest a packet is to be expected. */
  get spread(): number {
    return this.#spread;
  }

  /** @param timestamp the packet's (32 bit); @param arrival when it came, of the same unit and any origin */
  take(timestamp: number, arrival: number): void {
    const transit = (arrival - timestamp) | 0;
    if (!this.#known) this.#begin(transit, arrival);
    let delay = (transit - this.#reference) | 0;
    if (Math.abs(delay - this.#last) > NEW_TIMELINE) {
      this.#begin(transit, arrival);
      delay = 0;
    }
    this.#last = delay;
    const quarter = Math.floor(arrival / QUARTER);
    if (quarter !== this.#quarter) this.#turn(quarter);
    const at = ((quarter % QUARTERS) + QUARTERS) % QUARTERS;
    if (delay < (this.#least[at] as number)) this.#least[at] = delay;
    if (delay > (this.#most[at] as number)) this.#most[at] = delay;
    if (delay < this.#fastest) this.#fastest = delay;
  }

  /** How much later than with the fastest packet's delay the sample `timestamp` is played, if it is at `now`. */
  delayOf(timestamp: number, now: number): number {
    return ((((now - timestamp) | 0) - this.#reference) | 0) - this.#fastest;
  }

  clear(): void {
    this.#known = false;
    this.#spread = 0;
  }

  #begin(transit: number, arrival: number): void {
    this.#known = true;
    this.#reference = transit;
    this.#last = 0;
    this.#fastest = 0;
    this.#spread = 0;
    this.#quarter = Math.floor(arrival / QUARTER);
    this.#least.fill(Number.POSITIVE_INFINITY);
    this.#most.fill(Number.NEGATIVE_INFINITY);
  }

  #turn(quarter: number): void {
    const passed = Math.min(QUARTERS, Math.max(1, quarter - this.#quarter));
    for (let i = 0; i < passed; i += 1) {
      const at = (((quarter - i) % QUARTERS) + QUARTERS) % QUARTERS;
      this.#least[at] = Number.POSITIVE_INFINITY;
      this.#most[at] = Number.NEGATIVE_INFINITY;
    }
    this.#quarter = quarter;
    const fastest = Math.min(...this.#least);
    if (Number.isFinite(fastest)) this.#fastest = fastest;
    const worst = [...this.#most].sort((a, b) => b - a)[TYPICAL] as number;
    this.#spread = Number.isFinite(worst) ? Math.max(0, worst - this.#fastest) : 0;
  }
}

const QUARTER = SAMPLE_RATE / 4;
const QUARTERS = 8;
/** The place of the quarter that counts, when the worst has the place 0. */
const TYPICAL = 2;
/** A second: who jumps further has another clock (a new device, a mute of some browsers). */
const NEW_TIMELINE = SAMPLE_RATE;

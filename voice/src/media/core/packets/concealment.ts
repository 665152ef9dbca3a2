import { FRAME_SAMPLES, linearToUlaw, ULAW_SILENCE, ulawToLinear } from '../sound/g711.ts';

/** Two frames: more than two of the longest periods. */
const HISTORY = 2 * FRAME_SAMPLES;
/** 200 and 60 Hz: voices. */
const SHORTEST_PERIOD = 40;
const LONGEST_PERIOD = 133;
const COMPARED = 160;
/** 5 ms. */
const BLEND = 40;
/** 10 ms at full strength, gone after 60. */
const STEADY = 80;
const FADED = 480;

/**
 * What is heard while packets are missing: the last period of the voice goes on, and fades away within 60 ms. A
 * voice hardly changes within a packet or two, so that most losses are not noticed; a longer sound would be heard as
 * a robot's, and silence is better.
 */
export class Concealment {
  /** What was played last, newest at the end. */
  readonly #history = new Uint8Array(HISTORY).fill(ULAW_SILENCE);
  readonly #period = new Int16Array(LONGEST_PERIOD);
  #length = 0;
  /** Samples made since the last packet; 0: nothing is missing. Before the first there is nothing to go on with. */
  #made = FADED;

  /** A true frame is played: it is smoothed, in place, where it follows one of ours. */
  join(frame: Uint8Array): void {
    if (this.#made > 0) {
      for (let i = 0; i < BLEND; i += 1) {
        const share = (i + 0.5) / BLEND;
        const mixed = share * (ulawToLinear[frame[i] as number] as number) + (1 - share) * this.#next();
        frame[i] = linearToUlaw[Math.round(mixed) & 0xffff] as number;
      }
      this.#made = 0;
    }
    this.#remember(frame);
  }

  /** Writes the frame that is missing. False, and `out` untouched, when so many are that there is only silence. */
  fill(out: Uint8Array): boolean {
    if (this.#made >= FADED) return false;
    if (this.#made === 0) this.#findPeriod();
    for (let i = 0; i < FRAME_SAMPLES; i += 1) {
      out[i] = linearToUlaw[Math.round(this.#next()) & 0xffff] as number;
    }
    return true;
  }

  /** Another voice begins: nothing of the former one is gone on with. */
  clear(): void {
    this.#history.fill(ULAW_SILENCE);
    this.#made = FADED;
  }

  #remember(frame: Uint8Array): void {
    this.#history.copyWithin(0, FRAME_SAMPLES);
    this.#history.set(frame, HISTORY - FRAME_SAMPLES);
  }

  #next(): number {
    const at = this.#made;
    this.#made += 1;
    if (at >= FADED) return 0;
    const gain = at < STEADY ? 1 : (FADED - at) / (FADED - STEADY);
    return gain * (this.#period[at % this.#length] as number);
  }

  /** The distance at which the end of the voice is most like what was before it, and one period of it. */
  #findPeriod(): void {
    const voice = Array.from(this.#history, (byte) => ulawToLinear[byte] as number);
    let best = 0;
    this.#length = LONGEST_PERIOD;
    for (let lag = SHORTEST_PERIOD; lag <= LONGEST_PERIOD; lag += 1) {
      let product = 0;
      let power = 1;
      for (let i = HISTORY - COMPARED; i < HISTORY; i += 2) {
        const before = voice[i - lag] as number;
        product += (voice[i] as number) * before;
        power += before * before;
      }
      const likeness = product / Math.sqrt(power);
      if (likeness <= best) continue;
      best = likeness;
      this.#length = lag;
    }
    const length = this.#length;
    // The end of the period leads into its beginning, as what was before it did.
    const seam = length >> 2;
    for (let i = 0; i < length; i += 1) {
      const at = HISTORY - length + i;
      const share = Math.max(0, (i - (length - seam) + 1) / seam);
      this.#period[i] = (1 - share) * (voice[at] as number) + share * (voice[at - length] as number);
    }
  }
}

import { FRAME_SAMPLES, linearToUlaw, ULAW_SILENCE, ulawToLinear } from '../audio/g711.ts';

const HISTORY_SAMPLES = 2 * FRAME_SAMPLES;
/** Pitch periods of voices: 200 Hz to 60 Hz. */
const MIN_PERIOD = 40;
const MAX_PERIOD = 133;
const COMPARED_SAMPLES = 160;
const BLEND_SAMPLES = 40;
/** Full volume for 10 ms, silent after 60 ms. */
const FADE_START = 80;
const FADE_END = 480;

/**
 * Packet loss concealment: repeats the last pitch period and fades out, because longer repetition sounds robotic.
 */
export class Concealment {
  readonly #history = new Uint8Array(HISTORY_SAMPLES).fill(ULAW_SILENCE);
  readonly #period = new Int16Array(MAX_PERIOD);
  #periodLength = 0;
  /** Starts faded out, because there's no voice yet. */
  #generated = FADE_END;

  addReceived(frame: Uint8Array): void {
    if (this.#generated > 0) {
      for (let i = 0; i < BLEND_SAMPLES; i += 1) {
        const weight = (i + 0.5) / BLEND_SAMPLES;
        const mixed =
          weight * (ulawToLinear[frame[i] as number] as number) + (1 - weight) * this.#nextSample();
        frame[i] = linearToUlaw[Math.round(mixed) & 0xffff] as number;
      }
      this.#generated = 0;
    }
    this.#pushHistory(frame);
  }

  /** Once faded out, returns false and leaves `out` unchanged. */
  fill(out: Uint8Array): boolean {
    if (this.#generated >= FADE_END) return false;
    if (this.#generated === 0) this.#findPeriod();
    for (let i = 0; i < FRAME_SAMPLES; i += 1) {
      out[i] = linearToUlaw[Math.round(this.#nextSample()) & 0xffff] as number;
    }
    return true;
  }

  clear(): void {
    this.#history.fill(ULAW_SILENCE);
    this.#generated = FADE_END;
  }

  #pushHistory(frame: Uint8Array): void {
    this.#history.copyWithin(0, FRAME_SAMPLES);
    this.#history.set(frame, HISTORY_SAMPLES - FRAME_SAMPLES);
  }

  #nextSample(): number {
    const at = this.#generated;
    this.#generated += 1;
    if (at >= FADE_END) return 0;
    const gain = at < FADE_START ? 1 : (FADE_END - at) / (FADE_END - FADE_START);
    return gain * (this.#period[at % this.#periodLength] as number);
  }

  /** Finds the lag with the highest correlation, stores one period and crossfades its ends. */
  #findPeriod(): void {
    const voice = Array.from(this.#history, (byte) => ulawToLinear[byte] as number);
    let best = 0;
    this.#periodLength = MAX_PERIOD;
    for (let lag = MIN_PERIOD; lag <= MAX_PERIOD; lag += 1) {
      let product = 0;
      let power = 1;
      for (let i = HISTORY_SAMPLES - COMPARED_SAMPLES; i < HISTORY_SAMPLES; i += 2) {
        const before = voice[i - lag] as number;
        product += (voice[i] as number) * before;
        power += before * before;
      }
      const correlation = product / Math.sqrt(power);
      if (correlation <= best) continue;
      best = correlation;
      this.#periodLength = lag;
    }
    const length = this.#periodLength;
    const seam = length >> 2;
    for (let i = 0; i < length; i += 1) {
      const at = HISTORY_SAMPLES - length + i;
      const weight = Math.max(0, (i - (length - seam) + 1) / seam);
      this.#period[i] = (1 - weight) * (voice[at] as number) + weight * (voice[at - length] as number);
    }
  }
}

import { FRAME_SAMPLES, SAMPLE_RATE } from '../audio/g711.ts';

/**
 * One continuous RTP stream built from changing sources. In a run, packets of one source keep their order and
 * spacing, so their loss and jitter stay visible to the receiver. Any other packet in between ends the run; the next
 * run starts with the marker bit. Sequence numbers are extended beyond 16 bits (the SRTP index follows from them) and
 * never reused, because that would reuse a keystream.
 */
export class OutboundStream {
  sequence: number;
  timestamp = 0;
  marker = false;

  #highest: number;
  #clock: number;
  #sentAt = Number.NEGATIVE_INFINITY;
  #source: string | null = null;
  #runSequence = 0;
  #runTimestamp = 0;
  #sourceSequence = 0;
  #sourceTimestamp = 0;
  #sourceHighest = 0;

  constructor(sequence: number, timestamp: number) {
    this.#highest = sequence - 1;
    this.sequence = this.#highest;
    this.#clock = timestamp - FRAME_SAMPLES;
  }

  placeGenerated(samples: number, now: number): void {
    this.marker = this.#source !== null;
    this.#source = null;
    this.#advance(samples, now);
  }

  /** `source` identifies a party's stream; a new source starts a run. Returns false if the packet is too old to send. */
  placeForwarded(source: string, sequence: number, timestamp: number, samples: number, now: number): boolean {
    const step = ((sequence - (this.#sourceHighest & 0xffff)) << 16) >> 16;
    if (source !== this.#source || step > MAX_STEP || step < -MAX_STEP) {
      this.#startRun(source, sequence, timestamp, samples, now);
      return true;
    }
    const extended = this.#sourceHighest + step;
    const position = this.#runSequence + (extended - this.#sourceSequence);
    if (position < this.#runSequence) return false;
    this.sequence = position;
    this.marker = false;
    this.timestamp = (this.#runTimestamp + ((timestamp - this.#sourceTimestamp) | 0)) >>> 0;
    if (step > 0) {
      this.#sourceHighest = extended;
      this.#highest = position;
      this.#clock = this.timestamp;
      this.#sentAt = now;
    }
    return true;
  }

  #startRun(source: string, sequence: number, timestamp: number, samples: number, now: number): void {
    this.#advance(samples, now);
    this.marker = true;
    this.#source = source;
    this.#runSequence = this.sequence;
    this.#runTimestamp = this.timestamp;
    this.#sourceSequence = sequence;
    this.#sourceHighest = sequence;
    this.#sourceTimestamp = timestamp;
  }

  #advance(samples: number, now: number): void {
    const elapsed = now - this.#sentAt;
    const pause = elapsed > MAX_PACING_GAP_MS && Number.isFinite(elapsed);
    const step = pause ? Math.min(MAX_JUMP, Math.round((elapsed * SAMPLE_RATE) / 1000)) : samples;
    this.#highest += 1;
    this.sequence = this.#highest;
    this.#clock = (this.#clock + step) >>> 0;
    this.timestamp = this.#clock;
    this.#sentAt = now;
  }
}

/** A larger jump means a restarted source. */
const MAX_STEP = 500;
/** A longer gap is a pause; a shorter one is scheduling jitter. */
const MAX_PACING_GAP_MS = 100;
const MAX_JUMP = 3600 * SAMPLE_RATE;

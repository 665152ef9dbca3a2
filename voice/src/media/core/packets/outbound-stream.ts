import { FRAME_SAMPLES, SAMPLE_RATE } from '../audio/g711.ts';

/**
 * One continuous RTP stream to a receiver out of changing sources. A run is the time in which the packets of one
 * source pass unchanged in order and distance: their loss and jitter stay visible to the receiver. Whatever else
 * is sent in between (silence, a mix, another source) ends the run; the next one begins with the marker bit.
 *
 * Numbers are extended: they grow over 2^16 and 2^32, so that the index of SRTP follows from them, and no
 * sequence number is ever used twice (it would use a keystream twice).
 */
export class OutboundStream {
  /** The last answer: extended sequence number, timestamp (32 bit), marker bit. */
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

  /** @param sequence first sequence number 0..65535; @param timestamp first timestamp (32 bit). */
  constructor(sequence: number, timestamp: number) {
    this.#highest = sequence - 1;
    this.sequence = this.#highest;
    this.#clock = timestamp - FRAME_SAMPLES;
  }

  /** Places a packet of our own making (`samples` long) after everything sent. */
  placeOwn(samples: number, now: number): void {
    this.marker = this.#source !== null;
    this.#source = null;
    this.#advance(samples, now);
  }

  /**
   * Places a packet of a source. `source` names the source and its stream; a new name begins a new run.
   * False: the packet is too old for the position it would have, and must not be sent.
   */
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

/** A source that jumps further has begun anew. */
const MAX_STEP = 500;
/** A longer gap is a gap in time too; a shorter one is the scheduler's jitter. */
const MAX_PACING_GAP_MS = 100;
const MAX_JUMP = 3600 * SAMPLE_RATE;

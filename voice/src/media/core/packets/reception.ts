/** Reception statistics of RFC 3550, sections 6.4.1, A.3 and A.8. Arrival and jitter are in timestamp units. */
export class ReceptionStats {
  readonly ssrc: number;
  #first = -1;
  #highest = 0;
  #received = 0;
  #expectedBefore = 0;
  #receivedBefore = 0;
  #transit = 0;
  #jitter = 0;

  constructor(ssrc: number) {
    this.ssrc = ssrc;
  }

  add(sequence: number, timestamp: number, arrival: number): void {
    const transit = (arrival - timestamp) | 0;
    if (this.#first < 0) {
      this.#first = sequence;
      this.#highest = sequence;
    } else {
      const change = Math.abs((transit - this.#transit) | 0);
      // A change of more than 1 s is a new timeline (a mute, a new device), not jitter.
      if (change < 8000) this.#jitter += (change - this.#jitter) / 16;
    }
    this.#transit = transit;
    this.#received += 1;
    if (sequence > this.#highest) this.#highest = sequence;
  }

  get jitter(): number {
    return this.#jitter;
  }

  /** Only streams with new packets are reported (section 6.4). */
  get hasNewPackets(): boolean {
    return this.#received > this.#receivedBefore;
  }

  /** Starts the next interval for `fraction` (of 256). */
  report(): { fraction: number; lost: number; highest: number; jitter: number } {
    const expected = this.#first < 0 ? 0 : this.#highest - this.#first + 1;
    const expectedNow = expected - this.#expectedBefore;
    const lostNow = expectedNow - (this.#received - this.#receivedBefore);
    this.#expectedBefore = expected;
    this.#receivedBefore = this.#received;
    return {
      fraction: expectedNow > 0 && lostNow > 0 ? Math.min(255, Math.floor((lostNow * 256) / expectedNow)) : 0,
      lost: Math.max(-0x800000, Math.min(0x7fffff, expected - this.#received)),
      highest: this.#highest % 2 ** 32,
      jitter: Math.round(this.#jitter),
    };
  }
}

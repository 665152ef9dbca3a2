import type { Listening } from '../calls/listening.ts';

/** Whoever has been silent for so long has ended. */
const silentMs = 1_000;

/** Who speaks in a conference. */
export class ConferenceSpeakers {
  readonly #listening: Listening;
  readonly #report: (callSid: string, speaks: boolean) => void;
  readonly #watches = new Map<string, { readonly leg: string; readonly stop: () => void }>();

  /** @param report told when somebody begins, and when they have ended */
  constructor(listening: Listening, report: (callSid: string, speaks: boolean) => void) {
    this.#listening = listening;
    this.#report = report;
  }

  /** @param legs the whole truth of who is in it, by call */
  listen(legs: ReadonlyMap<string, string>): void {
    for (const [callSid, { leg, stop }] of this.#watches) {
      if (legs.get(callSid) === leg) continue;
      stop();
      this.#watches.delete(callSid);
    }
    for (const [callSid, leg] of legs) {
      if (this.#watches.has(callSid)) continue;
      let speaks = false;
      const stop = this.#listening.watch(leg, silentMs, (event) => {
        // Somebody who has not spoken yet cannot end.
        if (speaks === (event === 'voice')) return;
        speaks = event === 'voice';
        this.#report(callSid, speaks);
      });
      this.#watches.set(callSid, { leg, stop });
    }
  }

  close(): void {
    this.listen(new Map());
  }
}

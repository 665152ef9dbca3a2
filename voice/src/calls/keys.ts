import { digitSounds } from '../sounds/sounds.ts';
import type { Hub } from './hub.ts';
import type { LiveCall } from './live-call.ts';

/** Keys in both directions: those that we press for a party, and those that a party has pressed. */
export class Keys {
  readonly #exchange: Hub;

  constructor(exchange: Hub) {
    this.#exchange = exchange;
  }

  /**
   * Presses keys for the party at the far end: it hears the tones.
   * @returns stops it
   */
  press(live: LiveCall, digits: string, done: () => void): () => void {
    if (live.leg === null) return () => {};
    live.party.heard?.(digits);
    return this.#exchange.ears.play(live.leg, digitSounds(digits), false, done);
  }

  /** A party has pressed keys: its TwiML takes them, and whoever hears it hears the tones. */
  pressed(sid: string, digits: string): void {
    const { media, routes, liveCalls, log } = this.#exchange;
    const live = this.#exchange.find(sid);
    const leg = live?.leg;
    if (!live || !leg) return;
    for (const key of digits) if (key !== 'w') live.onKey?.(key);
    for (const other of liveCalls)
      if (other.leg !== null && routes.hears(other.leg).includes(leg)) other.party.heard?.(digits);
    media.order({ type: 'sendDigits', leg, digits }).catch((error: unknown) => {
      log.warn({ call: sid, err: String(error) }, 'digits not sent');
    });
  }
}

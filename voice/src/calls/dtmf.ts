import { digitSounds } from '../sounds/sounds.ts';
import type { ExchangePort } from './exchange-port.ts';
import type { LiveCall } from './live-call.ts';

export class Dtmf {
  readonly #exchange: ExchangePort;

  constructor(exchange: ExchangePort) {
    this.#exchange = exchange;
  }

  send(live: LiveCall, digits: string, done: () => void): () => void {
    if (live.leg === null) return () => {};
    live.party.onDigits?.(digits);
    return this.#exchange.playback.play(live.leg, digitSounds(digits), false, done);
  }

  /** Passes a party's digits to its TwiML and to the parties that hear it. */
  receive(sid: string, digits: string): void {
    const { media, audioRoutes, liveCalls, log } = this.#exchange;
    const live = this.#exchange.find(sid);
    const leg = live?.leg;
    if (!live || !leg) return;
    this.#exchange.observe?.({ type: 'keys', callSid: sid, digits });
    for (const key of digits) if (key !== 'w') live.onKey?.(key);
    for (const other of liveCalls)
      if (other.leg !== null && audioRoutes.heardBy(other.leg).includes(leg)) other.party.onDigits?.(digits);
    media.send({ type: 'sendDigits', leg, digits }).catch((error: unknown) => {
      log.warn({ call: sid, err: String(error) }, 'digits not sent');
    });
  }
}

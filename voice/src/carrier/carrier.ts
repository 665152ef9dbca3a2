import type { Logger } from 'pino';
import { isPhoneNumber } from '../calls/core/address.ts';
import type { Exchange } from '../calls/exchange.ts';
import type { MediaPort } from '../calls/media-port.ts';
import type { Network, Party, PartyReports, RingOrder } from '../calls/party.ts';
import type { Directory, VoiceSetting } from '../store/directory.ts';
import type { Source } from '../twiml/core/program.ts';
import { behaviourOf } from './behaviour.ts';
import { type CarrierParts, CarrierParty } from './carrier-party.ts';
import { OwnNumber } from './own-number.ts';
import type { Voices } from './voices.ts';

/** A number whose webhook dials itself, or others that do, has so many calls at most. */
const mostCallsInARow = 20;

/** The telephones of the pretend network. */
export class Carrier {
  readonly #exchange: Exchange;
  readonly #directory: Directory;
  readonly #parts: CarrierParts;
  /** How many calls to own numbers have led to one another, by the name of each call that may dial on. */
  readonly #rows = new Map<string, { calls: number }>();
  #telephone: (order: RingOrder, reports: PartyReports) => Party | null = () => null;

  constructor(
    exchange: Exchange,
    directory: Directory,
    parts: { readonly media: MediaPort; readonly voices: Voices; readonly log: Logger },
  ) {
    this.#exchange = exchange;
    this.#directory = directory;
    this.#parts = { ...parts, lives: new Map() };
    parts.media.on((report) => {
      if (report.type === 'personaEnded') this.#parts.lives.get(report.leg)?.goes();
    });
  }

  /** @param telephone who rings instead of the table's behaviour, where there is one */
  attach(telephone: (order: RingOrder, reports: PartyReports) => Party | null): void {
    this.#telephone = telephone;
  }

  /** Rings them; an own number that has TwiML is called in earnest. */
  readonly network: Network = (order, reports) => {
    const number = this.#directory.number(order.to);
    const voice = number && this.#directory.voiceOf(number);
    if (voice) return this.#callNumber(order, voice, reports);
    return (
      this.#telephone(order, reports) ??
      new CarrierParty(order.callSid, behaviourOf(order.to), reports, this.#parts)
    );
  };

  /** A telephone of the table rings one of the account's numbers. */
  callIn(from: string, to: string): { readonly sid: string } | { readonly fault: string } {
    const sid = this.#exchange.newSid('CA');
    return this.admit(
      sid,
      from,
      to,
      (reports) => new CarrierParty(sid, behaviourOf(from), reports, this.#parts),
    );
  }

  /**
   * Somebody rings one of the account's numbers.
   * @param sid names the call and its audio
   * @returns the sid, or why the call could not be made
   */
  admit(
    sid: string,
    from: string,
    to: string,
    makeParty: (reports: PartyReports) => Party,
  ): { readonly sid: string } | { readonly fault: string } {
    if (!isPhoneNumber(from)) return { fault: 'from must be a telephone number: + and 7 to 15 digits' };
    const number = this.#directory.number(to);
    if (!number) return { fault: 'no such number is configured' };
    const voice = this.#directory.voiceOf(number);
    if (!voice) return { fault: 'the number has no VoiceUrl' };
    this.#admit(sid, from, to, voice, makeParty);
    return { sid };
  }

  #admit(
    sid: string,
    from: string,
    to: string,
    voice: VoiceSetting,
    makeParty: (reports: PartyReports) => Party,
  ): void {
    const source: Source = { kind: 'url', url: voice.url, method: voice.method, params: [] };
    const { callback, fallback } = voice;
    const caller = this.#directory.caller(from);
    this.#exchange.admit(
      {
        ...{ sid, from, to, leg: sid, source, callback, fallback },
        callerName: voice.callerIdLookup ? (caller?.name ?? null) : null,
        stirVerstat: caller?.stirVerstat ?? null,
      },
      makeParty,
    );
  }

  #callNumber({ callSid, from, to }: RingOrder, voice: VoiceSetting, reports: PartyReports): Party {
    const arrivingSid = this.#exchange.newSid('CA');
    let row: { calls: number } | null = null;
    return new OwnNumber(callSid, reports, {
      ...this.#parts,
      arrivingSid,
      admit: (makeParty) => {
        const parent = this.#exchange.find(callSid)?.call.parentSid;
        const found = this.#rows.get(parent ?? '') ?? { calls: 0 };
        if (found.calls >= mostCallsInARow) return false;
        row = found;
        row.calls += 1;
        for (const sid of [callSid, arrivingSid]) this.#rows.set(sid, row);
        this.#admit(arrivingSid, from, to, voice, makeParty);
        return true;
      },
      over: () => {
        if (row) row.calls -= 1;
        for (const sid of [callSid, arrivingSid]) this.#rows.delete(sid);
      },
    });
  }
}

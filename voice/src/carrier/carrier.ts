import type { Logger } from 'pino';
import { isPhoneNumber } from '../calls/core/address.ts';
import type { Exchange } from '../calls/exchange.ts';
import type { MediaPort } from '../calls/media-port.ts';
import type { Network, Party, PartyReports, RingRequest } from '../calls/party.ts';
import type { Directory, VoiceSettings } from '../store/directory.ts';
import type { Source } from '../twiml/core/program.ts';
import type { Phones } from './behavior.ts';
import { BusinessNumberParty } from './business-number-party.ts';
import { type CarrierDeps, CarrierParty } from './carrier-party.ts';
import type { Voices } from './voices.ts';

/** Limit for business numbers whose webhooks dial each other in a loop. */
const MAX_CHAINED_CALLS = 20;

export class Carrier {
  readonly #exchange: Exchange;
  readonly #directory: Directory;
  readonly #phones: Phones;
  readonly #deps: CarrierDeps;
  readonly #chains = new Map<string, { calls: number }>();
  #createHandsetParty: (request: RingRequest, reports: PartyReports) => Party | null = () => null;

  constructor(
    exchange: Exchange,
    directory: Directory,
    phones: Phones,
    deps: { readonly media: MediaPort; readonly voices: Voices; readonly log: Logger },
  ) {
    this.#phones = phones;
    this.#exchange = exchange;
    this.#directory = directory;
    this.#deps = { ...deps, connected: new Map() };
    deps.media.on((report) => {
      if (report.type === 'personaEnded') this.#deps.connected.get(report.leg)?.onPersonaEnded();
    });
  }

  /** @param createParty takes precedence over the behavior table, unless it returns null */
  setHandset(createParty: (request: RingRequest, reports: PartyReports) => Party | null): void {
    this.#createHandsetParty = createParty;
  }

  /** A call to a business number with a VoiceUrl becomes an inbound call. */
  readonly network: Network = (request, reports) => {
    const number = this.#directory.number(request.to);
    const voice = number && this.#directory.voiceSettings(number);
    if (voice) return this.#callNumber(request, voice, reports);
    return (
      this.#createHandsetParty(request, reports) ??
      new CarrierParty(request.callSid, this.#phones.behaviorOf(request.to), reports, this.#deps)
    );
  };

  placeInboundCall(from: string, to: string): { readonly sid: string } | { readonly error: string } {
    const sid = this.#exchange.newSid('CA');
    return this.placeCallTo(
      sid,
      from,
      to,
      (reports) => new CarrierParty(sid, this.#phones.behaviorOf(from), reports, this.#deps),
    );
  }

  /** Places a call to a business number. @param sid of the new call and its audio leg */
  placeCallTo(
    sid: string,
    from: string,
    to: string,
    createParty: (reports: PartyReports) => Party,
  ): { readonly sid: string } | { readonly error: string } {
    if (!isPhoneNumber(from)) return { error: 'from must be a phone number: + and 7 to 15 digits' };
    const number = this.#directory.number(to);
    if (!number) return { error: 'this number is not configured' };
    const voice = this.#directory.voiceSettings(number);
    if (!voice) return { error: 'the number has no VoiceUrl' };
    this.#admit(sid, from, to, voice, createParty);
    return { sid };
  }

  #admit(
    sid: string,
    from: string,
    to: string,
    voice: VoiceSettings,
    createParty: (reports: PartyReports) => Party,
  ): void {
    const source: Source = { kind: 'url', url: voice.url, method: voice.method, params: [] };
    const { callback, fallback } = voice;
    const caller = this.#directory.caller(from);
    this.#exchange.addInboundCall(
      {
        ...{ sid, from, to, leg: sid, source, callback, fallback },
        callerName: voice.callerIdLookup ? (caller?.name ?? null) : null,
        stirVerstat: caller?.stirVerstat ?? null,
      },
      createParty,
    );
  }

  #callNumber({ callSid, from, to }: RingRequest, voice: VoiceSettings, reports: PartyReports): Party {
    const inboundSid = this.#exchange.newSid('CA');
    let chain: { calls: number } | null = null;
    return new BusinessNumberParty(callSid, reports, {
      ...this.#deps,
      inboundSid,
      createInboundCall: (createParty) => {
        const parent = this.#exchange.find(callSid)?.call.parentSid;
        const found = this.#chains.get(parent ?? '') ?? { calls: 0 };
        if (found.calls >= MAX_CHAINED_CALLS) return false;
        chain = found;
        chain.calls += 1;
        for (const sid of [callSid, inboundSid]) this.#chains.set(sid, chain);
        this.#admit(inboundSid, from, to, voice, createParty);
        return true;
      },
      onEnded: () => {
        if (chain) chain.calls -= 1;
        for (const sid of [callSid, inboundSid]) this.#chains.delete(sid);
      },
    });
  }
}

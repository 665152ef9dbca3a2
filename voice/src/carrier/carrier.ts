import type { Logger } from 'pino';
import { isPhoneNumber } from '../core/address.ts';
import type { Source } from '../core/program.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { MediaPort } from '../exchange/media-port.ts';
import type { Network } from '../exchange/party.ts';
import type { Directory } from '../store/directory.ts';
import { behaviourOf } from './behaviour.ts';
import { CarrierParty } from './carrier-party.ts';
import type { Voices } from './voices.ts';

interface Parts {
  readonly media: MediaPort;
  readonly voices: Voices;
  readonly log: Logger;
}

/** Rings the telephones of the pretend network. */
export function carrierNetwork(parts: Parts): Network {
  return (order, reports) => new CarrierParty(order.callSid, behaviourOf(order.to), reports, parts);
}

/**
 * Somebody of the pretend network rings one of the account's numbers.
 * @returns the call's sid, or why the call could not be made
 */
export function callIn(
  exchange: Exchange,
  directory: Directory,
  parts: Parts,
  from: string,
  to: string,
): { readonly sid: string } | { readonly fault: string } {
  if (!isPhoneNumber(from)) return { fault: 'from must be a telephone number: + and 7 to 15 digits' };
  const number = directory.number(to);
  if (!number) return { fault: 'no such number is configured' };
  const voice = directory.voiceOf(number);
  if (!voice) return { fault: 'the number has no VoiceUrl' };
  const sid = exchange.newSid('CA');
  const source: Source = { kind: 'url', url: voice.url, method: voice.method, params: [] };
  const behaviour = behaviourOf(from);
  exchange.admit({ sid, from, to, leg: sid, source, callback: voice.callback }, (reports) => {
    return new CarrierParty(sid, behaviour, reports, parts);
  });
  return { sid };
}

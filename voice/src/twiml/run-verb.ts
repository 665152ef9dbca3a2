import type { ExchangePort } from '../calls/exchange-port.ts';
import type { LiveCall } from '../calls/live-call.ts';
import type { Source } from './core/program.ts';

/**
 * Runs a TwiML verb on a call. @param done called once when the verb ends, unless it's stopped
 * @returns a function that stops it
 */
export type RunVerb<V> = (
  exchange: ExchangePort,
  live: LiveCall,
  verb: V,
  done: (next: Source | null) => void,
) => () => void;

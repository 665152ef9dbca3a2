import type { ExchangePort } from '../calls/exchange-port.ts';
import type { LiveCall } from '../calls/live-call.ts';
import type { PlayableVerb } from '../sounds/sounds.ts';
import { callParams } from '../webhooks/params.ts';
import type { TwimlError } from './core/attributes.ts';

/**
 * Plays what a verb sounds like to one leg.
 * @param done called once at the end; not when it was stopped
 */
export function playVerb(
  exchange: ExchangePort,
  live: LiveCall,
  verb: PlayableVerb,
  done: () => void,
): () => void {
  let stopPlaying: (() => void) | null = null;
  let stopped = false;
  const play = async (): Promise<void> => {
    const { sounds, loop, fault } = await exchange.sounds.forVerb(verb);
    if (stopped) return;
    if (fault && verb.verb === 'play') reportOnce(exchange, live, verb.url, fault);
    if (sounds.length === 0 || live.leg === null) return done();
    if (verb.verb === 'digits') live.party.onDigits?.(verb.digits);
    stopPlaying = exchange.playback.play(live.leg, sounds, loop, done);
  };
  play().catch((error: unknown) => {
    exchange.log.warn({ call: live.call.sid, err: String(error) }, 'verb not played');
    if (!stopped) done();
  });
  return () => {
    stopped = true;
    stopPlaying?.();
  };
}

/** Music is asked for again and again: that it cannot be had is noted once in a call. */
function reportOnce(exchange: ExchangePort, live: LiveCall, url: string, fault: TwimlError): void {
  if (live.failedSounds.has(url)) return;
  live.failedSounds.add(url);
  exchange.documents.reportMissingSound(callParams(live.call, exchange.accountSid), url, fault);
}

/** Waits without a sound; also before the call is answered. */
export function pauseVerb(seconds: number, done: () => void): () => void {
  const timer = setTimeout(done, seconds * 1_000);
  return () => clearTimeout(timer);
}

import type { ExchangePort } from '../calls/exchange-port.ts';
import type { LiveCall } from '../calls/live-call.ts';
import type { PlayableVerb } from '../sounds/sounds.ts';
import { callParams } from '../webhooks/params.ts';
import type { TwimlError } from './core/attributes.ts';

/** Plays a Say, Play or digits verb to one leg. @param done called once at the end; not if stopped */
export function playVerb(
  exchange: ExchangePort,
  live: LiveCall,
  verb: PlayableVerb,
  done: () => void,
): () => void {
  let stopPlaying: (() => void) | null = null;
  let stopped = false;
  const play = async (): Promise<void> => {
    const { sounds, loop, error } = await exchange.sounds.forVerb(verb);
    if (stopped) return;
    if (error && verb.verb === 'play') reportOnce(exchange, live, verb.url, error);
    if (sounds.length === 0 || live.leg === null) return done();
    if (verb.verb === 'digits') live.party.onDigits?.(verb.digits);
    stopPlaying = exchange.playback.play(live.leg, sounds, loop, done);
  };
  play().catch((error: unknown) => {
    exchange.log.warn({ call: live.call.sid, err: String(error) }, 'failed to play a TwiML verb');
    if (!stopped) done();
  });
  return () => {
    stopped = true;
    stopPlaying?.();
  };
}

/** Looped music would report the same failure in every round. */
function reportOnce(exchange: ExchangePort, live: LiveCall, url: string, error: TwimlError): void {
  if (live.failedSounds.has(url)) return;
  live.failedSounds.add(url);
  exchange.documents.reportMissingSound(callParams(live.call, exchange.accountSid), url, error);
}

export function pauseVerb(seconds: number, done: () => void): () => void {
  const timer = setTimeout(done, seconds * 1_000);
  return () => clearTimeout(timer);
}

import type { Hub } from '../calls/hub.ts';
import type { LiveCall } from '../calls/live-call.ts';
import type { PlayableVerb } from '../sounds/sounds.ts';
import { callParams } from '../webhooks/params.ts';
import type { Refusal } from './core/read.ts';

/**
 * Plays what a verb sounds like to one leg.
 * @param done called once at the end; not when it was stopped
 */
export function playVerb(exchange: Hub, live: LiveCall, verb: PlayableVerb, done: () => void): () => void {
  let stopPlaying: (() => void) | null = null;
  let stopped = false;
  const play = async (): Promise<void> => {
    const { sounds, loop, fault } = await exchange.sounds.forVerb(verb);
    if (stopped) return;
    if (fault && verb.verb === 'play') noteOnce(exchange, live, verb.url, fault);
    if (sounds.length === 0 || live.leg === null) return done();
    if (verb.verb === 'digits') live.party.heard?.(verb.digits);
    stopPlaying = exchange.ears.play(live.leg, sounds, loop, done);
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
function noteOnce(exchange: Hub, live: LiveCall, url: string, fault: Refusal): void {
  if (live.missedSounds.has(url)) return;
  live.missedSounds.add(url);
  exchange.documents.noteSound(callParams(live.call, exchange.accountSid), url, fault);
}

/** Waits without a sound; also before the call is answered. */
export function pauseVerb(seconds: number, done: () => void): () => void {
  const timer = setTimeout(done, seconds * 1_000);
  return () => clearTimeout(timer);
}

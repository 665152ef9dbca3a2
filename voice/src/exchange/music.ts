import type { Audio } from '../core/participant.ts';
import type { Source } from '../core/program.ts';
import type { Verb } from '../core/twiml/verbs.ts';
import type { FormParams } from '../webhooks/webhook.ts';
import type { Hub } from './hub.ts';
import type { LiveCall } from './live-call.ts';
import { pauseVerb, playVerb } from './play-verb.ts';
import { ProgramRunner } from './program-runner.ts';

/** A document that plays nothing is not asked for more often than this. */
const shortestLoopMs = 1_000;

/** Plays the music of a wait or a hold to one leg, again and again, until it is stopped. */
export function playMusic(
  exchange: Hub,
  live: LiveCall,
  audio: Exclude<Audio, { kind: 'none' }>,
  params: FormParams,
): () => void {
  const { music } = audio;
  if (music.kind === 'silence' || live.leg === null) return () => {};
  if (music.kind === 'default')
    return exchange.ears.play(live.leg, [exchange.sounds.holdMusic], true, () => {});
  const source: Source = { kind: 'url', url: music.url, method: music.method, params };
  return loopDocument(exchange, live, source);
}

/** Only Play, Say, Pause and Redirect are allowed there; anything else is passed over, as the provider does. */
function loopDocument(exchange: Hub, live: LiveCall, source: Source & { kind: 'url' }): () => void {
  let stopped = false;
  let runner: ProgramRunner | null = null;
  let pause: NodeJS.Timeout | null = null;
  const round = (): void => {
    if (stopped) return;
    const began = performance.now();
    const again = (): void => {
      if (stopped) return;
      const left = shortestLoopMs - (performance.now() - began);
      pause = setTimeout(round, Math.max(0, left));
    };
    runner = new ProgramRunner({
      fetch: (from) => exchange.documents.fetch(from, []),
      start: (verb, done) => startMusicVerb(exchange, live, verb, done),
      finished: again,
      failed: (refusal) => {
        exchange.log.warn({ call: live.call.sid, code: refusal.code }, 'waiting music cannot be had');
      },
    });
    runner.begin(source);
  };
  round();
  return () => {
    stopped = true;
    if (pause) clearTimeout(pause);
    runner?.end();
  };
}

function startMusicVerb(
  exchange: Hub,
  live: LiveCall,
  verb: Verb,
  done: (next: Source | null) => void,
): () => void {
  switch (verb.verb) {
    case 'say':
    case 'play':
      return playVerb(exchange, live, verb, () => done(null));
    case 'pause':
      return pauseVerb(verb.seconds, () => done(null));
    case 'redirect':
      done({ kind: 'url', url: verb.url, method: verb.method, params: [] });
      return () => {};
    case 'digits':
    case 'hangup':
    case 'reject':
    case 'leave':
    case 'dial':
    case 'conference':
      done(null);
      return () => {};
    default:
      return verb satisfies never;
  }
}

import type { ExchangePort } from '../calls/exchange-port.ts';
import type { LiveCall } from '../calls/live-call.ts';
import type { Audio } from '../conferences/core/participant.ts';
import type { FormParams } from '../webhooks/webhook.ts';
import type { DocumentAddress, Source } from './core/program.ts';
import type { Verb } from './core/verbs.ts';
import { gatherVerb } from './gather-verb.ts';
import { pauseVerb, playVerb } from './play-verb.ts';
import { type ProgramHost, ProgramRunner } from './program-runner.ts';

/** A document that plays nothing is not asked for more often than this. */
const MIN_LOOP_MS = 1_000;

/** What somebody may do besides listening: press keys and hang up, and leave where there is something to leave. */
export interface Interaction {
  readonly leave: (() => void) | null;
}

/** Somebody who has been called and is not connected yet: they may be asked whether they take the call. */
export const SCREENING: Interaction = { leave: null };

/** Plays the music of a wait or a hold to one leg, again and again, until it is stopped. */
export function playMusic(
  exchange: ExchangePort,
  live: LiveCall,
  audio: Exclude<Audio, { kind: 'none' }>,
  params: () => FormParams,
  interaction: Interaction | null = null,
): () => void {
  const { music } = audio;
  if (music.kind === 'silence' || live.leg === null) return () => {};
  if (music.kind === 'default')
    return exchange.playback.play(live.leg, [exchange.sounds.holdMusic], true, () => {});
  return loopDocument({ exchange, live, params, interaction }, music);
}

/** One leg to which documents are played. */
interface DocumentTarget {
  readonly exchange: ExchangePort;
  readonly live: LiveCall;
  readonly params: () => FormParams;
  readonly interaction: Interaction | null;
}

/**
 * Plays a document to one leg once.
 * @param params what every request for it and for what it leads to carries
 * @param done called at its end, also when it cannot be had; not when it was stopped
 */
export function playOnce(
  exchange: ExchangePort,
  live: LiveCall,
  source: Source,
  params: () => FormParams,
  done: () => void,
  interaction: Interaction | null = null,
): () => void {
  const runner = new ProgramRunner(
    documentHost({ exchange, live, params, interaction }, done, (code) => {
      exchange.log.warn({ call: live.call.sid, code }, 'document cannot be had');
      done();
    }),
  );
  runner.start(source);
  return () => runner.end();
}

function loopDocument(ear: DocumentTarget, { url, method }: DocumentAddress): () => void {
  const { exchange, live } = ear;
  let stopped = false;
  let runner: ProgramRunner | null = null;
  let pause: NodeJS.Timeout | null = null;
  const round = (): void => {
    if (stopped) return;
    const began = performance.now();
    const again = (): void => {
      if (stopped) return;
      const left = MIN_LOOP_MS - (performance.now() - began);
      pause = setTimeout(round, Math.max(0, left));
    };
    const failed = (code: number): void => {
      exchange.log.warn({ call: live.call.sid, code }, 'waiting music cannot be had');
    };
    runner = new ProgramRunner(documentHost(ear, again, failed));
    runner.start({ kind: 'url', url, method, params: [] });
  };
  round();
  return () => {
    stopped = true;
    if (pause) clearTimeout(pause);
    runner?.end();
  };
}

function documentHost(
  ear: DocumentTarget,
  finished: () => void,
  failed: (code: number) => void,
): ProgramHost {
  return {
    fetch: (from) => ear.exchange.documents.fetch(from, ear.params()),
    start: (verb, done) => startDocumentVerb(ear, verb, done),
    finished,
    failed: (refusal) => failed(refusal.code),
  };
}

/**
 * Only Play, Say, Pause and Redirect are allowed there, in a queue and while screened Gather and Hangup too; anything
 * else is passed over, as the provider does.
 */
function startDocumentVerb(
  { exchange, live, interaction }: DocumentTarget,
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
    case 'gather':
      if (interaction) return gatherVerb(exchange, live, verb, done);
      done(null);
      return () => {};
    case 'leave':
      if (interaction?.leave) interaction.leave();
      else done(null);
      return () => {};
    case 'hangup':
      if (interaction) exchange.hangUp(live.call.sid);
      else done(null);
      return () => {};
    case 'digits':
    case 'reject':
    case 'record':
    case 'enqueue':
    case 'dial':
    case 'queue':
    case 'conference':
      done(null);
      return () => {};
    default:
      return verb satisfies never;
  }
}

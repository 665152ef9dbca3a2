import type { ExchangePort } from '../calls/exchange-port.ts';
import type { LiveCall } from '../calls/live-call.ts';
import type { Audio } from '../conferences/core/participant.ts';
import type { FormParams } from '../webhooks/webhook.ts';
import type { DocumentAddress, Source } from './core/program.ts';
import type { Verb } from './core/verbs.ts';
import { gatherVerb } from './gather-verb.ts';
import { pauseVerb, playVerb } from './play-verb.ts';
import { type ProgramHost, ProgramRunner } from './program-runner.ts';
import { watchVerb } from './watch-verb.ts';

const MIN_LOOP_MS = 1_000;

/** Verbs allowed besides playback: Gather and Hangup, and Leave if `leave` is set. */
export interface Interaction {
  readonly leave: (() => void) | null;
}

/** For a callee who may accept or decline before being connected. */
export const SCREENING: Interaction = { leave: null };

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

interface DocumentTarget {
  readonly exchange: ExchangePort;
  readonly live: LiveCall;
  readonly params: () => FormParams;
  readonly interaction: Interaction | null;
}

/**
 * Plays a document to one leg.
 * @param params sent with every request of the document
 * @param done called at the end, also after a failure; not if stopped
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
      exchange.log.warn({ call: live.call.sid, code }, 'failed to fetch a document');
      done();
    }),
  );
  runner.start(source);
  return () => runner.end();
}

function loopDocument(target: DocumentTarget, { url, method }: DocumentAddress): () => void {
  const { exchange, live } = target;
  let stopped = false;
  let runner: ProgramRunner | null = null;
  let pause: NodeJS.Timeout | null = null;
  const round = (): void => {
    if (stopped) return;
    const startedAt = performance.now();
    const again = (): void => {
      if (stopped) return;
      const left = MIN_LOOP_MS - (performance.now() - startedAt);
      pause = setTimeout(round, Math.max(0, left));
    };
    const failed = (code: number): void => {
      exchange.log.warn({ call: live.call.sid, code }, 'failed to fetch waiting music');
    };
    runner = new ProgramRunner(documentHost(target, again, failed));
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
  target: DocumentTarget,
  finished: () => void,
  failed: (code: number) => void,
): ProgramHost {
  return {
    fetch: (from) => target.exchange.documents.fetch(from, target.params()),
    start: (verb, done) =>
      watchVerb(target.exchange.observe, target.live.call.sid, 'insert', verb, done, (end) =>
        startDocumentVerb(target, verb, end),
      ),
    finished,
    failed: (error) => failed(error.code),
  };
}

/**
 * Like the provider, runs only Play, Say, Pause and Redirect; with an interaction, also Gather, Hangup and Leave. Skips
 * all other verbs.
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

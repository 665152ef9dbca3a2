import type { ExchangePort } from '../calls/exchange-port.ts';
import type { LiveCall } from '../calls/live-call.ts';
import { callParams } from '../webhooks/params.ts';
import type { TwimlError } from './core/attributes.ts';
import { actionSource, TOO_MANY_DOCUMENTS } from './core/program.ts';
import type { DialConference, Verb } from './core/verbs.ts';
import { watchLimits } from './dial-limits.ts';
import { dialParties } from './dial-parties.ts';
import { gatherVerb } from './gather-verb.ts';
import { pauseVerb, playVerb } from './play-verb.ts';
import type { ProgramHost } from './program-runner.ts';
import { recordVerb } from './record-verb.ts';
import type { RunVerb } from './run-verb.ts';

/** The stage of a call's own TwiML. */
export function callProgramHost(exchange: ExchangePort, live: () => LiveCall): ProgramHost {
  let asked = '';
  return {
    fetch: (source) => {
      asked = source.kind === 'url' ? source.url : '';
      return exchange.documents.fetch(source, callParams(live().call, exchange.accountSid));
    },
    start: (verb, done) => startVerb(exchange, live(), verb, done),
    finished: () => {
      exchange.answer(live());
      exchange.hangUp(live().call.sid);
    },
    failed: (refusal) => handleFailure(exchange, live(), refusal, asked),
  };
}

const startVerb: RunVerb<Verb> = (exchange, live, verb, done) => {
  if (ANSWERS_CALL[verb.verb]) exchange.answer(live);
  switch (verb.verb) {
    case 'say':
    case 'play':
    case 'digits':
      return playVerb(exchange, live, verb, () => done(null));
    case 'pause':
      return pauseVerb(verb.seconds, () => done(null));
    case 'redirect':
      done({ kind: 'url', url: verb.url, method: verb.method, params: [] });
      return () => {};
    case 'gather':
      return gatherVerb(exchange, live, verb, done);
    case 'record':
      return recordVerb(exchange, live, verb, done);
    case 'enqueue':
      return exchange.queues.enqueue(live, verb, done);
    case 'queue':
      return exchange.queues.dial(live, verb, done);
    case 'leave':
      done(null);
      return () => {};
    case 'hangup':
      exchange.hangUp(live.call.sid);
      return () => {};
    case 'reject':
      exchange.end(live.call.sid, verb.reason === 'busy' ? 'busy' : 'no-answer', null, 31603);
      return () => {};
    case 'dial':
      return dialParties(exchange, live, verb, done);
    case 'conference':
      return joinConference(exchange, live, verb, done);
    default:
      return verb satisfies never;
  }
};

/** In the conference until it ends, the time is up, or the caller presses the star. */
const joinConference: RunVerb<DialConference> = (exchange, live, verb, done) => {
  let leave = (): void => {};
  const over = (): void => {
    unwatch();
    done(actionSource(verb, ['DialCallStatus', 'answered']));
  };
  const unwatch = watchLimits(live, verb, () => {
    leave();
    over();
  });
  leave = exchange.conferences.join(live, verb, over);
  return () => {
    unwatch();
    leave();
  };
};

/** A call that came in is answered by the first verb that needs it; these do not. */
const ANSWERS_CALL: Readonly<Record<Verb['verb'], boolean>> = {
  reject: false,
  redirect: false,
  pause: false,
  leave: false,
  // It invites the callees first.
  dial: false,
  say: true,
  play: true,
  digits: true,
  hangup: true,
  gather: true,
  record: true,
  enqueue: true,
  queue: true,
  conference: true,
};

/**
 * The account's server gave no usable answer: its other address is asked, where there is one; else the caller is told
 * so by the error of its call.
 */
function handleFailure(exchange: ExchangePort, live: LiveCall, refusal: TwimlError, asked: string): void {
  exchange.log.warn(
    { call: live.call.sid, code: refusal.code, reason: refusal.message },
    'call has no TwiML',
  );
  const { fallback } = live;
  if (fallback && refusal.code !== TOO_MANY_DOCUMENTS) {
    live.fallback = null;
    const params = [
      ['ErrorCode', String(refusal.code)],
      ['ErrorUrl', asked],
    ] as const;
    live.program.start({ kind: 'url', ...fallback, params });
    return;
  }
  exchange.end(live.call.sid, 'failed', null, 31005);
}

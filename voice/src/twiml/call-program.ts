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
import { watchVerb } from './watch-verb.ts';

export function callProgramHost(exchange: ExchangePort, live: () => LiveCall): ProgramHost {
  let requestedUrl = '';
  return {
    fetch: (source) => {
      requestedUrl = source.kind === 'url' ? source.url : '';
      return exchange.documents.fetch(source, callParams(live().call, exchange.accountSid));
    },
    start: (verb, done) =>
      watchVerb(exchange.observe, live().call.sid, 'call', verb, done, (end) =>
        startVerb(exchange, live(), verb, end),
      ),
    finished: () => {
      exchange.answer(live());
      exchange.hangUp(live().call.sid);
    },
    failed: (error) => handleFailure(exchange, live(), error, requestedUrl),
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

const joinConference: RunVerb<DialConference> = (exchange, live, verb, done) => {
  let leave = (): void => {};
  const finish = (): void => {
    stopLimits();
    done(actionSource(verb, ['DialCallStatus', 'answered']));
  };
  const stopLimits = watchLimits(live, verb, () => {
    leave();
    finish();
  });
  leave = exchange.conferences.join(live, verb, finish);
  return () => {
    stopLimits();
    leave();
  };
};

const ANSWERS_CALL: Readonly<Record<Verb['verb'], boolean>> = {
  reject: false,
  redirect: false,
  pause: false,
  leave: false,
  // A Dial invites the callees before it answers.
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

/** Handles a missing or unusable document: requests the fallback URL once, or ends the call with an error. */
function handleFailure(
  exchange: ExchangePort,
  live: LiveCall,
  error: TwimlError,
  requestedUrl: string,
): void {
  exchange.log.warn(
    { call: live.call.sid, code: error.code, reason: error.message },
    'call has no usable TwiML',
  );
  const { fallback } = live;
  if (fallback && error.code !== TOO_MANY_DOCUMENTS) {
    live.fallback = null;
    const params = [
      ['ErrorCode', String(error.code)],
      ['ErrorUrl', requestedUrl],
    ] as const;
    live.program.start({ kind: 'url', ...fallback, params });
    return;
  }
  exchange.end(live.call.sid, 'failed', null, 31005);
}

import type { Source } from '../core/program.ts';
import type { Refusal } from '../core/twiml/read.ts';
import type { Verb } from '../core/twiml/verbs.ts';
import { callParams } from '../webhooks/params.ts';
import { dialParties } from './dial-parties.ts';
import { gatherVerb } from './gather-verb.ts';
import type { Hub } from './hub.ts';
import type { LiveCall } from './live-call.ts';
import { pauseVerb, playVerb } from './play-verb.ts';
import type { Stage } from './program-runner.ts';
import { recordVerb } from './record-verb.ts';

/** The stage of a call's own TwiML. */
export function callStage(exchange: Hub, live: () => LiveCall): Stage {
  return {
    fetch: (source) => exchange.documents.fetch(source, callParams(live().call, exchange.accountSid)),
    start: (verb, done) => startVerb(exchange, live(), verb, done),
    finished: () => {
      exchange.answer(live());
      exchange.hangUp(live().call.sid);
    },
    failed: (refusal) => fail(exchange, live(), refusal),
  };
}

function startVerb(
  exchange: Hub,
  live: LiveCall,
  verb: Verb,
  done: (next: Source | null) => void,
): () => void {
  if (picksUp(verb)) exchange.answer(live);
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
      return exchange.queues.enter(live, verb, done);
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
      return exchange.conferences.seat(live, verb, () => done(afterConference(verb.action, verb.method)));
    default:
      return verb satisfies never;
  }
}

function afterConference(action: string | null, method: 'GET' | 'POST'): Source | null {
  return action === null
    ? null
    : { kind: 'url', url: action, method, params: [['DialCallStatus', 'answered']] };
}

/** A call that came in is answered by the first verb that needs it; these do not. */
function picksUp(verb: Verb): boolean {
  switch (verb.verb) {
    case 'reject':
    case 'redirect':
    case 'pause':
    case 'leave':
      return false;
    case 'dial':
      return !verb.answerOnBridge;
    case 'say':
    case 'play':
    case 'digits':
    case 'hangup':
    case 'gather':
    case 'record':
    case 'enqueue':
    case 'queue':
    case 'conference':
      return true;
    default:
      return verb satisfies never;
  }
}

/** The account's server gave no usable answer: the caller is told so by the error of its call. */
function fail(exchange: Hub, live: LiveCall, refusal: Refusal): void {
  exchange.log.warn(
    { call: live.call.sid, code: refusal.code, reason: refusal.message },
    'call has no TwiML',
  );
  exchange.end(live.call.sid, 'failed', null, 31005);
}

import { randomUUID } from 'node:crypto';
import type { Observe, VerbRole } from '../inspector/core/observations.ts';
import type { Source } from './core/program.ts';
import type { Verb } from './core/verbs.ts';

type Done = (next: Source | null) => void;

/** Reports the start and the end of a verb. @param start starts it @returns a function that stops it */
export function watchVerb(
  observe: Observe | null,
  callSid: string,
  role: VerbRole,
  verb: Verb,
  done: Done,
  start: (done: Done) => () => void,
): () => void {
  if (!observe) return start(done);
  const id = randomUUID();
  let isRunning = true;
  observe({ type: 'verbStarted', id, callSid, role, verb });
  const stop = start((next) => {
    if (isRunning) observe({ type: 'verbEnded', id, results: resultsOf(next) });
    isRunning = false;
    done(next);
  });
  return () => {
    stop();
    if (isRunning)
      observe(endsCall(verb) ? { type: 'verbEnded', id, results: null } : { type: 'verbStopped', id });
    isRunning = false;
  };
}

/** These have done their work when the call's end stops them. */
const endsCall = ({ verb }: Verb): boolean => verb === 'hangup' || verb === 'reject';

function resultsOf(next: Source | null) {
  return next?.kind === 'url' ? next.params.filter(([name]) => name !== 'msg') : null;
}

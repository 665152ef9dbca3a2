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
    if (isRunning) observe({ type: 'verbStopped', id });
    isRunning = false;
  };
}

function resultsOf(next: Source | null) {
  return next?.kind === 'url' ? next.params.filter(([name]) => name !== 'msg') : null;
}

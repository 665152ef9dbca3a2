/**
 * Whether something that is asked still answers. Counted in checks, not in time: a process that was suspended, or that
 * had no turn on a busy machine, made no checks in that time.
 */
export interface Silence {
  /** How many answers had been given at the last check. */
  readonly answered: number;
  /** Consecutive checks at which a question was open and no answer had come since the last one. */
  readonly checks: number;
}

export const NOT_SILENT: Silence = { answered: 0, checks: 0 };

export interface Activity {
  /** Questions without an answer. */
  readonly open: number;
  /** Answers so far. */
  readonly answered: number;
}

export function nextSilence(before: Silence, { open, answered }: Activity): Silence {
  const isSilent = open > 0 && answered === before.answered;
  return { answered, checks: isSilent ? before.checks + 1 : 0 };
}

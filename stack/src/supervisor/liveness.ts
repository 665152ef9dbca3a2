/**
 * Detects hung children. It counts checks, not time: a supervisor that was suspended or starved made no checks and
 * must not blame its children.
 */
export interface Liveness {
  readonly checks: number;
  /** Of these, consecutive ones without CPU use. */
  readonly idle: number;
}

export const ALIVE: Liveness = { checks: 0, idle: 0 };

export interface CheckResult {
  readonly hasAnswered: boolean;
  /** Used CPU since the last check; null if the system doesn't report it. */
  readonly hasWorked: boolean | null;
}

/** At one check every 2 s. A child that uses CPU may just be slow, so it gets longer. */
const MAX_IDLE_CHECKS = 7;
const MAX_MISSED_CHECKS = 30;
/** A starting child can't answer yet: it only has to use CPU or report what it waits for. */
const MAX_IDLE_CHECKS_AT_START = 30;
const UNRESPONSIVE_CHECKS = 2;

export function nextLiveness({ checks, idle }: Liveness, { hasAnswered, hasWorked }: CheckResult): Liveness {
  if (hasAnswered) return ALIVE;
  return { checks: checks + 1, idle: hasWorked === false ? idle + 1 : 0 };
}

export const isUnresponsive = ({ checks }: Liveness): boolean => checks >= UNRESPONSIVE_CHECKS;

export function isHung({ checks, idle }: Liveness, phase: 'starting' | 'ready'): boolean {
  if (phase === 'starting') return idle >= MAX_IDLE_CHECKS_AT_START;
  return idle >= MAX_IDLE_CHECKS || checks >= MAX_MISSED_CHECKS;
}

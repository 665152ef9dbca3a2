/**
 * Whether a child is hung. Counted in checks, not in time: a supervisor that had no turn on a busy machine, or was
 * suspended with it, made no checks in that time and holds nothing against its children.
 */
export interface Silence {
  /** Consecutive checks without an answer. */
  readonly checks: number;
  /** Of these, consecutive ones in which it did not use the processor either, as far as the system tells. */
  readonly idle: number;
}

export const NOT_SILENT: Silence = { checks: 0, idle: 0 };

export interface Signs {
  /** It has answered since the last check. */
  readonly hasAnswered: boolean;
  /** It has used the processor since the last check; null: the system does not tell. */
  readonly hasWorked: boolean | null;
}

/** With 2 s between two checks. One that works is slow, or in an endless loop: it has longer. */
const MOST_IDLE_CHECKS = 7;
const MOST_CHECKS = 30;
/** A child that starts answers nothing yet: it only has to work, or say what it waits for. */
const MOST_IDLE_CHECKS_AT_START = 30;
/** From then on health says so. */
const SUSPICIOUS_CHECKS = 2;

export function nextSilence({ checks, idle }: Silence, { hasAnswered, hasWorked }: Signs): Silence {
  if (hasAnswered) return NOT_SILENT;
  return { checks: checks + 1, idle: hasWorked === false ? idle + 1 : 0 };
}

export const isSuspicious = ({ checks }: Silence): boolean => checks >= SUSPICIOUS_CHECKS;

export function isHung({ checks, idle }: Silence, phase: 'starting' | 'ready'): boolean {
  if (phase === 'starting') return idle >= MOST_IDLE_CHECKS_AT_START;
  return idle >= MOST_IDLE_CHECKS || checks >= MOST_CHECKS;
}

/** May this number be called now? What New Call shows beside its button. */

export interface CallVerdict {
  /** `later`: it is allowed to the agent's own judgement. `barred`: it is not, now or ever. */
  readonly kind: 'allowed' | 'later' | 'barred';
  readonly text: string | null;
}

export interface CallableAnswer {
  readonly allowed: boolean;
  readonly reason: string | null;
  /** ISO 8601: from when on it would be allowed; null for a number that must not be called at all. */
  readonly next: string | null;
}

/** @param timeOf tells a time of ISO 8601 as this agent reads it; null where it is none */
export function callVerdict(
  { allowed, reason, next }: CallableAnswer,
  timeOf: (iso: string) => string | null,
): CallVerdict {
  if (allowed) return { kind: 'allowed', text: null };
  if (next === null) return { kind: 'barred', text: reason ?? 'This number must not be called.' };
  const warning = reason ?? 'This is no time to call this number.';
  const time = timeOf(next);
  return { kind: 'later', text: time === null ? warning : `${warning} Better from ${time}.` };
}

/** May this number be called now? What New Call shows beside its button. */
import { t } from '@offhook/i18n/phone';

export interface CallVerdict {
  /**
   * `later`: it is allowed to the agent's own judgement. `busy`: a colleague has the lead at the moment. `barred`: it is
   * not allowed, now or ever.
   */
  readonly kind: 'allowed' | 'later' | 'busy' | 'barred';
  readonly text: string | null;
}

export interface CallableAnswer {
  readonly allowed: boolean;
  readonly reason: string | null;
  /** ISO 8601: from when on it would be allowed; null for a number that must not be called at all. */
  readonly next: string | null;
  /** A colleague has the lead at the moment; not every server tells. */
  readonly busy?: boolean | undefined;
}

/** @param timeOf tells a time of ISO 8601 as this agent reads it; null where it is none */
export function callVerdict(
  { allowed, reason, next, busy }: CallableAnswer,
  timeOf: (iso: string) => string | null,
): CallVerdict {
  if (allowed) return { kind: 'allowed', text: null };
  if (busy) return { kind: 'busy', text: reason ?? t('callVerdict.busy') };
  if (next === null) return { kind: 'barred', text: reason ?? t('callVerdict.barred') };
  const warning = reason ?? t('callVerdict.later');
  const time = timeOf(next);
  return { kind: 'later', text: time === null ? warning : t('callVerdict.laterWithTime', { warning, time }) };
}

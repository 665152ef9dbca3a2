import { t } from '@offhook/i18n/phone';

export interface CallVerdict {
  /** `later`: outside calling hours, but the agent may call anyway. `busy`: a colleague has the lead. */
  readonly kind: 'allowed' | 'later' | 'busy' | 'barred';
  readonly text: string | null;
}

export interface CallableAnswer {
  readonly allowed: boolean;
  readonly reason: string | null;
  /** ISO 8601; null: never. */
  readonly next: string | null;
  /** Not sent by every server. */
  readonly busy?: boolean | undefined;
}

/** @param timeOf formats ISO 8601; null if invalid */
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

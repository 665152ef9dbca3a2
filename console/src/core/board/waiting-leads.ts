import { t } from '@offhook/i18n/console';
import { timeSince } from './durations.ts';

interface Waiting {
  readonly team: { readonly name: string } | null;
  readonly ringing: number;
  readonly retry: number | null;
  readonly lead_retry: number | null;
}

/** 'Sales · Ringing 2 agents', 'Sales · Due in 2:20' */
export function waitingLine({ team, ringing }: Waiting, due: number | null, now: number): string {
  const status = waitingStatus(ringing, due, now);
  if (team && status !== null) return t('waiting.line', { team: team.name, status });
  return team?.name ?? status ?? '';
}

function waitingStatus(ringing: number, due: number | null, now: number): string | null {
  if (ringing > 0) return t('waiting.ringing', { count: ringing });
  if (due === null) return null;
  return due > now ? t('waiting.dueIn', { time: timeSince(now, due) }) : t('waiting.dueNow');
}

/** It says why the call isn't made now, so it's over once the call is due. */
export function shownReason(
  { ringing, reason }: { readonly ringing: number; readonly reason: string | null },
  due: number | null,
  now: number,
): string | null {
  return ringing > 0 || (due !== null && due <= now) ? null : reason;
}

/**
 * 'Second attempt' after no agent took the lead, 'Follow-up 3' after the lead wasn't reached, or 'Follow-up 3, attempt 2';
 * null for a first attempt.
 */
export function attemptName({ retry, lead_retry }: Pick<Waiting, 'retry' | 'lead_retry'>): string | null {
  if (!retry) return lead_retry ? t('attempt.followUp', { number: lead_retry }) : null;
  const number = retry + 1;
  return lead_retry
    ? t('attempt.followUpAgain', { followUp: lead_retry, number })
    : t('attempt.number', { number });
}

export const firstAttemptName = () => t('attempt.number', { number: 1 });

import type { Retention, RetentionChange } from '@offhook/contract/console/rule-entities';
import { RETENTION_GRACE_MS } from '@offhook/contract/limits';
import { t } from '@offhook/i18n/console';

/** Days; 0: forever; null: the installation's default. */
export type Days = number | null;

export interface RetentionForm {
  readonly recordings: Days;
  readonly personal: Days;
  readonly [field: string]: unknown;
}

export interface DaysChoice {
  readonly days: Days;
  readonly text: string;
}

const YEAR = 365;
const COMMON_PERIODS = [0, 30, 60, 90, 180, YEAR, 2 * YEAR, 3 * YEAR, 5 * YEAR, 7 * YEAR, 10 * YEAR];
const DAY_MS = 86_400_000;

export function retentionForm({ recordings_days, personal_days }: Retention): RetentionForm {
  return { recordings: recordings_days, personal: personal_days };
}

/** The changed fields in the API's format. */
export function retentionChange({ recordings, personal }: Partial<RetentionForm>): RetentionChange {
  return {
    ...(recordings !== undefined && { recordings_days: recordings }),
    ...(personal !== undefined && { personal_days: personal }),
  };
}

/** 'Forever', '1 day', '90 days', '2 years' */
export function periodText(days: number): string {
  if (days === 0) return t('retention.period.forever');
  return days % YEAR === 0
    ? t('retention.period.years', { years: days / YEAR })
    : t('retention.period.days', { days });
}

function defaultText(days: number): string {
  return days === 0 ? t('retention.default.forever') : t('retention.default', { period: periodText(days) });
}

/**
 * The installation's default first, then periods from short to long.
 * @param others more periods, such as the saved one
 * @param installed the default in days
 */
export function daysChoices(others: readonly Days[], installed: number): readonly DaysChoice[] {
  const known = new Set([...COMMON_PERIODS, ...others.filter((days) => days !== null)]);
  const inOrder = [...known].sort((a, b) => comparable(a) - comparable(b));
  return [
    { days: null, text: defaultText(installed) },
    ...inOrder.map((days) => ({ days, text: periodText(days) })),
  ];
}

/** Ms since the Unix epoch: everything before it is deleted. null: nothing is. */
export interface DeletionCutoffs {
  readonly recordings: number | null;
  readonly personal: number | null;
}

/** What saving would delete. @param now ms since the Unix epoch */
export function findDeletionCutoffs(
  { installation, ...saved }: Retention,
  form: RetentionForm,
  now: number,
): DeletionCutoffs {
  const findCutoff = (before: Days, after: Days, installed: number) => {
    const days = after ?? installed;
    return comparable(days) < comparable(before ?? installed)
      ? now + RETENTION_GRACE_MS - days * DAY_MS
      : null;
  };
  return {
    recordings: findCutoff(saved.recordings_days, form.recordings, installation.recordings_days),
    personal: findCutoff(saved.personal_days, form.personal, installation.personal_days),
  };
}

const comparable = (days: number): number => (days === 0 ? Number.POSITIVE_INFINITY : days);

import { t } from '@offhook/i18n/console';
import { formatNumber, formatPercent } from '@offhook/i18n/formats';

const MINUTE_S = 60;
const HOUR_S = 3_600;
const DAY_S = 86_400;
/** Below this, hours aren't shown: a long call is 61:07. */
const MAX_MINUTES_FORMAT_S = 100 * MINUTE_S;

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** Seconds as a running time: 0:06, 61:07, 2:05:30, 3 d. */
export function runningTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  if (whole >= DAY_S) return t('duration.days', { days: Math.floor(whole / DAY_S) });
  const rest = twoDigits(whole % MINUTE_S);
  if (whole < MAX_MINUTES_FORMAT_S) return `${Math.floor(whole / MINUTE_S)}:${rest}`;
  const minutes = Math.floor((whole % HOUR_S) / MINUTE_S);
  return `${Math.floor(whole / HOUR_S)}:${twoDigits(minutes)}:${rest}`;
}

/** The time since a moment; '0:00' for a moment in the future. */
export function timeSince(since: number, now: number): string {
  return runningTime((now - since) / 1000);
}

/** The duration of a step: 38 ms, 0.4 s, 9.3 s, 61 s, 2 min 5 s. */
export function stepTime(ms: number): string {
  const whole = Math.max(0, Math.round(ms));
  if (whole < 100) return t('duration.milliseconds', { value: formatNumber(whole) });
  if (whole < 9_950) return t('duration.seconds', { value: formatNumber(whole / 1000, 1) });
  const seconds = Math.round(whole / 1000);
  if (seconds < 100) return t('duration.seconds', { value: formatNumber(seconds) });
  const minutes = Math.floor(seconds / MINUTE_S);
  if (minutes < 60) return t('duration.minutesSeconds', { minutes, seconds: seconds % MINUTE_S });
  return t('duration.hoursMinutes', { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}

/** '81 (38%)', or just the count without a rate. */
export function withRate(count: number, rate: number | null | undefined): string {
  return typeof rate === 'number'
    ? t('today.share', { count, percent: formatPercent(rate) })
    : formatNumber(count);
}

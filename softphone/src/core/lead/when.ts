import { activeFormats, formatDate, formatDateTime, formatDayTime, formatTime } from '@offhook/i18n/formats';
import { t } from '@offhook/i18n/phone';

const DAY_MS = 86_400_000;
const HALF_YEAR_MS = 183 * DAY_MS;

/** 'Today, 10:41 AM', 'Tomorrow, 9:30 AM', 'Nov 20, 4:31 PM', or with the year */
export function whenText(at: number, now: number, formats = activeFormats()): string {
  const day = formatDate(at, formats);
  const time = formatTime(at, formats);
  if (day === formatDate(now, formats)) return t('lead.today', { time });
  if (day === formatDate(now + DAY_MS, formats)) return t('lead.tomorrow', { time });
  return Math.abs(at - now) > HALF_YEAR_MS ? formatDateTime(at, formats) : formatDayTime(at, formats);
}

/** '12 s ago' */
export function ageText(at: number, now: number): string {
  const seconds = Math.max(0, Math.floor((now - at) / 1_000));
  if (seconds < 60) return t('lead.secondsAgo', { count: seconds });
  if (seconds < 3_600) return t('lead.minutesAgo', { count: Math.floor(seconds / 60) });
  if (seconds < 86_400) return t('lead.hoursAgo', { count: Math.floor(seconds / 3_600) });
  return t('lead.daysAgo', { count: Math.floor(seconds / 86_400) });
}

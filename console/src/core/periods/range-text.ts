import { t } from '@offhook/i18n/console';
import { formatDate, formatDay, inZone } from '@offhook/i18n/formats';
import { type Day, utcMidnight } from './calendar.ts';
import type { Range } from './ranges.ts';

/** 'Nov 16', with its year if that isn't this year's. */
export function dayText(day: Day, today: Day): string {
  const write = day.slice(0, 4) === today.slice(0, 4) ? formatDay : formatDate;
  return write(utcMidnight(day), inZone('UTC'));
}

/** 'Nov 16 – Nov 22', or 'Nov 16' for one day. */
export function rangeText({ from, to }: Range, today: Day): string {
  if (from === to) return dayText(from, today);
  return t('reports.range.days', { from: dayText(from, today), to: dayText(to, today) });
}

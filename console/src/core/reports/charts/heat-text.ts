import { t } from '@offhook/i18n/console';
import { activeFormats, formatTimeOfDay } from '@offhook/i18n/formats';
import { percentText, shareOf } from '../figures.ts';
import type { HeatCount } from './heat.ts';

/** '10 AM–11 AM' */
export function hourText(hour: number): string {
  return t('hours.range', {
    from: formatTimeOfDay(hour * 60),
    to: formatTimeOfDay(((hour + 1) % 24) * 60),
  });
}

/** '96 calls, 44% contacted' */
export function heatCellText({ calls, contacted }: Pick<HeatCount, 'calls' | 'contacted'>): string {
  if (calls === 0) return t('reports.heat.noCalls');
  return t('reports.heat.calls', { calls, percent: percentText(shareOf(contacted, calls)) });
}

const DAY_MS = 86_400_000;

/** 'Mon' @param day 1 (Monday) to 7 */
export function shortWeekday(day: number): string {
  // 1970 began on a Thursday.
  return new Intl.DateTimeFormat(activeFormats().tag, { weekday: 'short', timeZone: 'UTC' }).format(
    (day + 3) * DAY_MS,
  );
}

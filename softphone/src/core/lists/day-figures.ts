import type { OwnDay } from '@offhook/contract/agent/own-day';
import { formatNumber } from '@offhook/i18n/formats';
import { t } from '@offhook/i18n/phone';

export interface DayFigure {
  readonly label: string;
  readonly value: string;
  readonly unit: string;
  readonly detail: string;
}

export function dayFigures(day: OwnDay): readonly DayFigure[] {
  const { calls_made: made, calls_taken: taken, leads_reached: reached, talk_seconds: talk } = day;
  const calls = made + taken;
  return [
    {
      label: t('day.calls'),
      value: formatNumber(calls),
      unit: '',
      detail: t('day.calls.kinds', { made, taken }),
    },
    {
      label: t('day.reached'),
      value: formatNumber(reached),
      unit: '',
      detail: t('day.missedRings', { count: day.missed_rings }),
    },
    {
      label: t('day.talkTime'),
      ...duration(talk),
      detail: calls === 0 ? '' : t('day.perCall', { time: minutesAndSeconds(Math.round(talk / calls)) }),
    },
    { label: t('day.breaks'), ...duration(day.break_seconds), detail: '' },
  ];
}

export function dayResults({
  results,
}: OwnDay): readonly { readonly label: string; readonly count: string }[] {
  return results.map(({ result, count }) => ({
    label: result === 'removed' ? t('history.filter.removed') : t(`result.${result}`),
    count: formatNumber(count),
  }));
}

/** 14 min, 1:14 h. */
function duration(seconds: number): Pick<DayFigure, 'value' | 'unit'> {
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return { value: formatNumber(minutes), unit: t('day.minutes') };
  const rest = String(minutes % 60).padStart(2, '0');
  return { value: `${formatNumber(Math.floor(minutes / 60))}:${rest}`, unit: t('day.hours') };
}

function minutesAndSeconds(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

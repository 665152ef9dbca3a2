import { t } from '@offhook/i18n/console';
import { formatNumber } from '@offhook/i18n/formats';
import { hoursText, reportTime } from './figures.ts';

/** How a figure changed since the period before. */
export interface Delta {
  readonly direction: 'up' | 'down' | 'same';
  /** `neutral`: neither is certainly better. */
  readonly tone: 'better' | 'worse' | 'neutral';
  /** '8%', '3 pts', '1.1 s', '12', '20 min'; empty if there is no change or nothing to measure it by. */
  readonly amount: string;
}

export type Better = 'more' | 'less' | null;

interface Compared {
  /** null: not measured. */
  readonly value: number | null;
  readonly before: number | null;
  readonly better: Better;
  /** The period isn't over, and the figure only grows: until then, less is neither better nor worse. */
  readonly canGrow?: boolean;
}

export type DeltaUnit = 'share' | 'shareOfSeconds' | 'count' | 'points' | 'time';

/** @param unit how the change is written: of a count as a share or a number, of a share in points, of ms as a time */
export function compare({ value, before, better, canGrow = false }: Compared, unit: DeltaUnit): Delta | null {
  if (value === null || before === null) return null;
  const change = value - before;
  const amount = amountOf(change, before, unit);
  // A change that rounds to nothing isn't one.
  if (amount === null) return { direction: 'same', tone: 'neutral', amount: '' };
  const isMore = change > 0;
  return {
    direction: isMore ? 'up' : 'down',
    tone:
      better === null || (canGrow && !isMore)
        ? 'neutral'
        : isMore === (better === 'more')
          ? 'better'
          : 'worse',
    amount,
  };
}

/** null: rounds to nothing. */
function amountOf(change: number, before: number, unit: DeltaUnit): string | null {
  const size = Math.abs(change);
  switch (unit) {
    case 'share':
    case 'shareOfSeconds': {
      if (size === 0) return null;
      // Nothing grows by a share.
      if (before === 0) return unit === 'share' ? formatNumber(size) : hoursText(size);
      const percent = Math.round((size / before) * 100);
      return percent === 0 ? null : t('reports.delta.percent', { percent });
    }
    case 'count':
      return Math.round(size) === 0 ? null : formatNumber(size);
    case 'points': {
      const points = Math.round(size * 100);
      return points === 0 ? null : t('reports.delta.points', { points });
    }
    case 'time':
      return Math.round(size / 100) === 0 ? null : reportTime(size);
    default:
      return unit satisfies never;
  }
}

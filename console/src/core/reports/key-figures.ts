import type { ReportTotals } from '@offhook/contract/console/report-entities';
import { t } from '@offhook/i18n/console';
import { formatNumber } from '@offhook/i18n/formats';
import { type Better, compare, type Delta, type DeltaUnit } from './deltas.ts';
import { type Figure, hoursFigure, hoursText, NONE, percentText, reportTime, timeFigure } from './figures.ts';

export interface KeyFigure {
  readonly name: string;
  readonly figure: Figure;
  readonly delta: Delta | null;
  /** The figure of the period before; null: not compared or not measured. */
  readonly before: string | null;
  /** The calls that it stands for. */
  readonly to: string | null;
}

interface Shown {
  readonly name: string;
  readonly of: (totals: ReportTotals) => number | null;
  readonly write: (value: number | null) => Figure;
  readonly writeBefore: (value: number | null) => string;
  readonly better: Better;
  readonly unit: DeltaUnit;
  /** It only grows until the period is over. */
  readonly grows: boolean;
  readonly to: string | null;
}

const numberText = (value: number | null): string => (value === null ? NONE : formatNumber(value));
const number = (value: number | null): Figure => ({ text: numberText(value), unit: '' });
const percent = (share: number | null): Figure =>
  share === null
    ? { text: NONE, unit: '' }
    : { text: formatNumber(Math.round(share * 100)), unit: t('reports.unit.percent') };

interface Period {
  readonly current: ReportTotals;
  readonly before: ReportTotals | null;
  /** The period isn't over. */
  readonly isRunning: boolean;
  readonly calls: string;
  readonly contacted: string;
}

export function keyFigures({ current, before, isRunning, calls, contacted }: Period): KeyFigure[] {
  const count = { write: number, writeBefore: numberText, grows: true, to: null } as const;
  const shown: readonly Shown[] = [
    { ...count, name: t('today.leads'), of: ({ leads }) => leads, better: 'more', unit: 'share' },
    {
      name: t('today.contacted'),
      of: ({ contact_rate }) => contact_rate,
      write: percent,
      writeBefore: percentText,
      better: 'more',
      unit: 'points',
      grows: false,
      to: contacted,
    },
    {
      name: t('speed.title'),
      of: ({ speed }) => speed.p50_ms,
      write: timeFigure,
      writeBefore: reportTime,
      better: 'less',
      unit: 'time',
      grows: false,
      to: null,
    },
    { ...count, name: t('calls.title'), of: ({ calls: all }) => all, better: null, unit: 'share', to: calls },
    {
      ...count,
      name: t('reports.missedByAgents'),
      of: ({ missed_rings }) => missed_rings,
      better: 'less',
      unit: 'count',
    },
    {
      name: t('reports.talkTime'),
      of: ({ talk_seconds }) => talk_seconds,
      write: (seconds) => hoursFigure(seconds ?? 0),
      writeBefore: (seconds) => hoursText(seconds ?? 0),
      better: null,
      unit: 'shareOfSeconds',
      grows: true,
      to: null,
    },
  ];
  return shown.map(({ name, of, write, writeBefore, better, unit, grows, to }) => {
    const value = of(current);
    const valueBefore = before && of(before);
    return {
      name,
      figure: write(value),
      delta: compare({ value, before: valueBefore, better, canGrow: grows && isRunning }, unit),
      before: valueBefore === null ? null : writeBefore(valueBefore),
      to,
    };
  });
}

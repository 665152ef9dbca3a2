import { t } from '@offhook/i18n/console';
import { formatNumber, formatPercent } from '@offhook/i18n/formats';

/** What isn't measured. */
export const NONE = '–';

const MINUTE_S = 60;
const HOUR_S = 3_600;

export interface Figure {
  readonly text: string;
  /** Smaller, beside it. */
  readonly unit: string;
}

/** A duration of a step: 0.1 s, 6.4 s, 61 s, 2 min 5 s. @param ms null: not measured */
export function reportTime(ms: number | null): string {
  if (ms === null) return NONE;
  const tenths = Math.round(Math.max(0, ms) / 100) / 10;
  if (tenths < 60) return t('duration.seconds', { value: formatNumber(tenths, 1) });
  const seconds = Math.round(ms / 1000);
  if (seconds < 100) return t('duration.seconds', { value: formatNumber(seconds) });
  const minutes = Math.floor(seconds / MINUTE_S);
  if (minutes < 60) return t('duration.minutesSeconds', { minutes, seconds: seconds % MINUTE_S });
  return t('duration.hoursMinutes', { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}

/** The same as a large figure and its unit; from a minute on, it has two units and stays one text. */
export function timeFigure(ms: number | null): Figure {
  if (ms === null) return { text: NONE, unit: '' };
  const tenths = Math.round(Math.max(0, ms) / 100) / 10;
  if (tenths < 60) return { text: formatNumber(tenths, 1), unit: t('reports.unit.seconds') };
  return { text: reportTime(ms), unit: '' };
}

/** 148 h, 6.5 h, 42 min. */
export function hoursFigure(seconds: number): Figure {
  if (seconds < HOUR_S)
    return { text: formatNumber(Math.round(seconds / MINUTE_S)), unit: t('reports.unit.minutes') };
  const hours = seconds / HOUR_S;
  const digits = hours < 10 ? 1 : 0;
  return { text: formatNumber(hours, digits), unit: t('reports.unit.hours') };
}

export const hoursText = (seconds: number): string => {
  const { text, unit } = hoursFigure(seconds);
  return t('reports.withUnit', { value: text, unit });
};

/** '9:12 h' in tables, so that hours and minutes align. */
export function hoursMinutes(seconds: number): string {
  const minutes = Math.round(seconds / MINUTE_S);
  const rest = String(minutes % 60).padStart(2, '0');
  return t('reports.hours', { time: `${formatNumber(Math.floor(minutes / 60))}:${rest}` });
}

/** Of all calls and of the average one, in the same units: '4 min 5 s', '148 h 3 min'. */
export const durationText = (seconds: number | null): string =>
  seconds === null ? NONE : seconds < 100 ? secondsText(seconds) : reportTime(seconds * 1000);

const secondsText = (seconds: number): string =>
  t('duration.seconds', { value: formatNumber(Math.round(seconds)) });

/** null without a whole. */
export const shareOf = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null);

export const percentText = (share: number | null): string => (share === null ? NONE : formatPercent(share));

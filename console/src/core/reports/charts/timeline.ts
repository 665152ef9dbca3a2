/** Calls over the range, beside the period before. */
import type { Report } from '@offhook/contract/console/report-entities';
import { formatTimeOfDay } from '@offhook/i18n/formats';
import type { Day } from '../../periods/calendar.ts';
import { dayText, rangeText } from '../../periods/range-text.ts';
import type { Range } from '../../periods/ranges.ts';
import { toHeat } from './heat.ts';
import { hourText } from './heat-text.ts';

export interface TimeSlot {
  readonly key: string;
  /** On the axis. */
  readonly label: string;
  readonly title: string;
  readonly calls: number;
  readonly contacted: number;
  /** Calls in the same part of the period before; null: not compared, or that period is shorter. */
  readonly before: number | null;
  /** Of its calls. */
  readonly days: Range;
  readonly hour: number | null;
}

type Times = Pick<Report, 'days' | 'hours'>;

/** More days than this are counted in weeks. */
const MAX_DAYS = 62;
const WEEK = 7;

/** A slot for every hour of one day, else for every day, or for every 7 days of a long range. */
export function timeline(current: Times, before: Times | null, today: Day): TimeSlot[] {
  const [first] = current.days;
  if (!first) return [];
  if (current.days.length === 1) return hoursOf(first.date, current, before);
  const size = current.days.length > MAX_DAYS ? WEEK : 1;
  const earlier = before && inParts(before.days, size);
  return inParts(current.days, size).map((part, at) => {
    const days = { from: part[0]?.date ?? '', to: part.at(-1)?.date ?? '' };
    const partBefore = earlier?.[at];
    return {
      key: days.from,
      label: dayText(days.from, today),
      title: rangeText(days, today),
      calls: sum(part, ({ calls }) => calls),
      contacted: sum(part, ({ contacted_calls }) => contacted_calls),
      before: partBefore ? sum(partBefore, ({ calls }) => calls) : null,
      days,
      hour: null,
    };
  });
}

function hoursOf(day: Day, current: Times, before: Times | null): TimeSlot[] {
  const counts = (times: Times) => {
    const byHour = new Map<number, { readonly calls: number; readonly contacted: number }>();
    for (const { hour, calls, contacted_calls } of times.hours)
      byHour.set(hour, { calls, contacted: contacted_calls });
    return byHour;
  };
  const now = counts(current);
  const earlier = before && counts(before);
  const used = [current, ...(before ? [before] : [])].flatMap(({ hours }) => hours);
  return toHeat(
    used.map(({ contacted_calls, ...one }) => ({ ...one, contacted: contacted_calls })),
  ).hours.map((hour) => ({
    key: String(hour),
    label: formatTimeOfDay(hour * 60),
    title: hourText(hour),
    calls: now.get(hour)?.calls ?? 0,
    contacted: now.get(hour)?.contacted ?? 0,
    before: earlier && (earlier.get(hour)?.calls ?? 0),
    days: { from: day, to: day },
    hour,
  }));
}

function inParts<T>(all: readonly T[], size: number): T[][] {
  const parts: T[][] = [];
  for (let at = 0; at < all.length; at += size) parts.push(all.slice(at, at + size));
  return parts;
}

function sum<T>(all: readonly T[], of: (one: T) => number): number {
  return all.reduce((total, one) => total + of(one), 0);
}

/** Whether a schedule is open at a time, until when, and what the grid doesn't show. */

import {
  type ClosedDate,
  GRID_MINUTES,
  isInSchedule,
  localTime,
  type WeeklySchedule,
} from '@offhook/contract/weekly-schedule';
import { t } from '@offhook/i18n/console';
import { formatDate, formatExactTimeOfDay, formatWeekday, inZone, withZone } from '@offhook/i18n/formats';
import { DAY, type Piece, splitByDay, toGridPieces, WEEK } from './schedule-grid.ts';

const MINUTE_MS = 60_000;
const STEP_MS = GRID_MINUTES * MINUTE_MS;
const DAY_MS = DAY * MINUTE_MS;
/** A piece in the hour that a clock change skips opens a week later, and a closed date can be the only day of a week. */
const LOOK_AHEAD_MS = 16 * DAY_MS;
const LOOK_AHEAD_PER_CLOSED_DATE_MS = 7 * DAY_MS;

const offsetFormats = new Map<string, Intl.DateTimeFormat>();

/** In English, because `offsetMinutes` parses it. */
function offsetFormat(timeZone: string): Intl.DateTimeFormat {
  const format =
    offsetFormats.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  offsetFormats.set(timeZone, format);
  return format;
}

/** Minutes since Monday 0:00 in local time. @param at ms since 1970 */
function minuteOfWeek(timeZone: string, at: number): number {
  const { day, minute } = localTime(timeZone, at);
  return (day - 1) * DAY + minute;
}

/** `until`: ms since 1970, when `open` changes; null: never. */
export interface Opening {
  readonly open: boolean;
  readonly until: number | null;
}

/** Without a schedule it's always open. Checking each quarter hour handles days of 23 and 25 hours. */
export function openingAt(schedule: WeeklySchedule | null, at: number): Opening {
  if (schedule === null) return { open: true, until: null };
  const open = isInSchedule(schedule, at);
  const covered = toGridPieces(schedule.pieces).reduce((sum, { length }) => sum + length, 0);
  const closedDates = schedule.closed_dates?.length ?? 0;
  if (covered === 0 || (covered >= WEEK && closedDates === 0)) return { open, until: null };
  const end = at + LOOK_AHEAD_MS + closedDates * LOOK_AHEAD_PER_CLOSED_DATE_MS;
  for (let next = Math.floor(at / STEP_MS) * STEP_MS + STEP_MS; next <= end; next += STEP_MS)
    if (isInSchedule(schedule, next) !== open) return { open, until: next };
  return { open, until: null };
}

/** 'Open until 6:00 PM', 'Closed, opens Monday 8:00 AM ET', 'Always open', 'Never open' */
export function openingText(schedule: WeeklySchedule | null, at: number): string {
  const { open, until } = openingAt(schedule, at);
  if (until === null) return open ? t('hours.alwaysOpen') : t('hours.neverOpen');
  const zone = schedule?.time_zone ?? 'UTC';
  const then = minuteOfWeek(zone, until);
  const time = withZone(formatExactTimeOfDay(then % DAY), until, zone);
  const local = inZone(zone);
  if (formatDate(until, local) === formatDate(at, local))
    return open ? t('hours.open', { time }) : t('hours.closed', { time });
  const day = formatWeekday(Math.floor(then / DAY) + 1);
  return open ? t('hours.open.onDay', { day, time }) : t('hours.closed.onDay', { day, time });
}

/** Minutes ahead of UTC. */
function offsetMinutes(timeZone: string, at: number): number {
  const name =
    offsetFormat(timeZone)
      .formatToParts(at)
      .find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours, minutes] = /^GMT([+-])(\d{2}):(\d{2})/.exec(name) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));
}

/** 'UTC−8', 'UTC+5:30', 'UTC' */
export function offsetText(timeZone: string, at: number): string {
  const minutes = offsetMinutes(timeZone, at);
  if (minutes === 0) return t('hours.utcOffset', { offset: '' });
  const rest = Math.abs(minutes) % 60;
  const hours = Math.floor(Math.abs(minutes) / 60);
  const offset = `${minutes < 0 ? '−' : '+'}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`;
  return t('hours.utcOffset', { offset });
}

/** Shorter than any time between two changes. Morocco suspends its DST for a month. */
const SEARCH_STEP_MS = 7 * DAY_MS;

/** The next clock change within a year; null: none. */
export function nextClockChange(timeZone: string, at: number): number | null {
  const now = offsetMinutes(timeZone, at);
  for (let next = at + SEARCH_STEP_MS; next <= at + 366 * DAY_MS; next += SEARCH_STEP_MS) {
    if (offsetMinutes(timeZone, next) === now) continue;
    let before = next - SEARCH_STEP_MS;
    let after = next;
    while (after - before > MINUTE_MS) {
      const middle = Math.floor((before + after) / 2);
      if (offsetMinutes(timeZone, middle) === now) before = middle;
      else after = middle;
    }
    return after;
  }
  return null;
}

/** What the grid doesn't show, in sentences. */
export function weekText(timeZone: string, pieces: readonly Piece[], at: number): string {
  const sentences: string[] = [];
  const crossing = pieces.flatMap((piece) => {
    const [first, second] = splitByDay(piece);
    return first && second ? [{ first, second }] : [];
  });
  const [only] = crossing;
  if (only && crossing.length === 1) {
    const { first, second } = only;
    sentences.push(
      t('hours.overnight.one', {
        day: formatWeekday(first.day),
        nextDay: formatWeekday(second.day),
        time: formatExactTimeOfDay(second.to),
      }),
    );
  } else if (crossing.length > 1) sentences.push(t('hours.overnight', { count: crossing.length }));
  const change = nextClockChange(timeZone, at);
  if (change !== null) sentences.push(t('hours.clockChange', { date: formatDate(change, inZone(timeZone)) }));
  return sentences.join(' ');
}

/** From today on, in the schedule's time zone. */
export function nextHoliday(
  { time_zone, closed_dates = [] }: Pick<WeeklySchedule, 'time_zone' | 'closed_dates'>,
  at: number,
): ClosedDate | null {
  const today = localTime(time_zone, at).date;
  const coming = closed_dates.filter(({ date }) => date >= today);
  return coming.toSorted((a, b) => a.date.localeCompare(b.date))[0] ?? null;
}

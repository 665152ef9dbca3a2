/** Whether a team takes leads at a moment, until when, and what else is to be known of its week. */

import {
  GRID_MINUTES,
  isInSchedule,
  localTime,
  type WeeklySchedule,
} from '@offhook/contract/weekly-schedule';
import { t } from '@offhook/i18n/console';
import { formatDate, formatExactTimeOfDay, formatWeekday } from '@offhook/i18n/formats';
import { DAY, type Piece, partsOf, readWeek, WEEK } from './schedule-grid.ts';

const MINUTE_MS = 60_000;
const STEP_MS = GRID_MINUTES * MINUTE_MS;
const DAY_MS = DAY * MINUTE_MS;
/** A piece that lies in an hour which a clock change leaves out comes a week later. */
const LOOK_AHEAD_MS = 16 * DAY_MS;

const offsetFormats = new Map<string, Intl.DateTimeFormat>();

/** In English, to be read by `offsetMinutes`. */
function offsetFormat(timeZone: string): Intl.DateTimeFormat {
  const format =
    offsetFormats.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  offsetFormats.set(timeZone, format);
  return format;
}

/** Of the week, from Monday 0:00, by the clock on the wall there. @param at ms since 1970 */
function minuteOfWeek(timeZone: string, at: number): number {
  const { day, minute } = localTime(timeZone, at);
  return (day - 1) * DAY + minute;
}

/** `until`: ms since 1970, when it will be otherwise; null: never. */
export interface Opening {
  readonly open: boolean;
  readonly until: number | null;
}

/** No schedule: always open. Days of 23 or 25 hours need no rule: each quarter asks what its clock shows. */
export function openingAt(schedule: WeeklySchedule | null, at: number): Opening {
  if (schedule === null) return { open: true, until: null };
  const open = isInSchedule(schedule, at);
  const covered = readWeek(schedule.pieces).reduce((sum, { length }) => sum + length, 0);
  if (covered === 0 || covered >= WEEK) return { open, until: null };
  for (let next = Math.floor(at / STEP_MS) * STEP_MS + STEP_MS; next <= at + LOOK_AHEAD_MS; next += STEP_MS)
    if (isInSchedule(schedule, next) !== open) return { open, until: next };
  return { open, until: null };
}

/** 'Open until 6:00 PM', 'Closed, opens Monday 8:00 AM', 'Always open', 'Never open' */
export function openingText(schedule: WeeklySchedule | null, at: number): string {
  const { open, until } = openingAt(schedule, at);
  if (until === null) return open ? t('hours.alwaysOpen') : t('hours.neverOpen');
  const zone = schedule?.time_zone ?? 'UTC';
  const then = minuteOfWeek(zone, until);
  const time = formatExactTimeOfDay(then % DAY);
  if (formatDate(until, zone) === formatDate(at, zone))
    return open ? t('hours.open', { time }) : t('hours.closed', { time });
  const day = formatWeekday(Math.floor(then / DAY) + 1);
  return open ? t('hours.open.onDay', { day, time }) : t('hours.closed.onDay', { day, time });
}

/** Minutes that the clock there is ahead of universal time. */
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

/** No clock rests between two changes for less: a month of fasting. */
const STRIDE_MS = 7 * DAY_MS;

/** The moment at which the clocks there are next put forward or back, within a year; null: they are not. */
export function nextClockChange(timeZone: string, at: number): number | null {
  const now = offsetMinutes(timeZone, at);
  for (let next = at + STRIDE_MS; next <= at + 366 * DAY_MS; next += STRIDE_MS) {
    if (offsetMinutes(timeZone, next) === now) continue;
    let before = next - STRIDE_MS;
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

/** What the grid alone does not say, in sentences; empty when there is nothing. */
export function weekText(timeZone: string, pieces: readonly Piece[], at: number): string {
  const sentences: string[] = [];
  const crossing = pieces.flatMap((piece) => {
    const [first, second] = partsOf(piece);
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
  if (change !== null) sentences.push(t('hours.clockChange', { date: formatDate(change, timeZone) }));
  return sentences.join(' ');
}

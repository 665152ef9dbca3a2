/** Whether a team takes leads at a moment, until when, and what else is to be known of its week. */
import {
  GRID_MINUTES,
  isInSchedule,
  localTime,
  type WeeklySchedule,
} from '@offhook/contract/weekly-schedule';
import { exactTime } from './clock-words.ts';
import { DAY, DAY_NAMES, type Piece, partsOf, readWeek, WEEK } from './schedule-grid.ts';

const MINUTE_MS = 60_000;
const STEP_MS = GRID_MINUTES * MINUTE_MS;
const DAY_MS = DAY * MINUTE_MS;
/** A piece that lies in an hour which a clock change leaves out comes a week later. */
const LOOK_AHEAD_MS = 16 * DAY_MS;

const formats = new Map<string, Intl.DateTimeFormat>();

function format(key: string, make: () => Intl.DateTimeFormat): Intl.DateTimeFormat {
  const found = formats.get(key) ?? make();
  formats.set(key, found);
  return found;
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

/** 'Open now, until 6:00 PM', 'Closed now, opens Monday 8:00 AM', 'Always open', 'Never open' */
export function openingText(schedule: WeeklySchedule | null, at: number): string {
  const { open, until } = openingAt(schedule, at);
  if (until === null) return open ? 'Always open' : 'Never open';
  const zone = schedule?.time_zone ?? 'UTC';
  const then = minuteOfWeek(zone, until);
  const isToday = localDate(zone, until) === localDate(zone, at);
  const time = exactTime(then % DAY);
  const when = isToday ? time : `${DAY_NAMES[Math.floor(then / DAY)]} ${time}`;
  return open ? `Open now, until ${when}` : `Closed now, opens ${when}`;
}

function localDate(timeZone: string, at: number): string {
  const options = { timeZone, year: 'numeric', month: 'short', day: 'numeric' } as const;
  return format(`date ${timeZone}`, () => new Intl.DateTimeFormat('en-US', options)).format(at);
}

/** Minutes that the clock there is ahead of universal time. */
function offsetMinutes(timeZone: string, at: number): number {
  const zoned = format(
    `offset ${timeZone}`,
    () => new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }),
  );
  const name = zoned.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours, minutes] = /^GMT([+-])(\d{2}):(\d{2})/.exec(name) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));
}

/** 'UTC−8', 'UTC+5:30', 'UTC' */
export function offsetText(timeZone: string, at: number): string {
  const minutes = offsetMinutes(timeZone, at);
  if (minutes === 0) return 'UTC';
  const rest = Math.abs(minutes) % 60;
  const hours = Math.floor(Math.abs(minutes) / 60);
  return `UTC${minutes < 0 ? '−' : '+'}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`;
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
      `${DAY_NAMES[first.day - 1]}’s last piece runs past midnight to ${DAY_NAMES[second.day - 1]} ${exactTime(second.to)}.`,
    );
  } else if (crossing.length > 1) sentences.push(`${crossing.length} pieces run past midnight.`);
  const change = nextClockChange(timeZone, at);
  if (change !== null) sentences.push(`Clocks change on ${localDate(timeZone, change)}.`);
  return sentences.join(' ');
}

/** Schedules are evaluated at an instant, so days of 23 or 25 hours need no special case. */

export const GRID_MINUTES = 15;

export interface WeeklySchedule {
  readonly time_zone: string;
  /** `day` 1 is Monday; minutes from midnight, `to` up to 1440. When `to` <= `from`, the piece ends the next day. */
  readonly pieces: readonly { readonly day: number; readonly from: number; readonly to: number }[];
  /** Closed all day, also for a piece that starts on the day and ends the next. */
  readonly closed_dates?: readonly ClosedDate[];
}

export interface ClosedDate {
  /** Local, as in 2027-12-25. */
  readonly date: string;
  readonly name: string;
}

/** `day` 1 is Monday; `minute` is since midnight. */
export interface LocalTime {
  /** As in 2027-12-25. */
  readonly date: string;
  readonly day: number;
  readonly minute: number;
}

const DAYS: readonly string[] = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const formats = new Map<string, Intl.DateTimeFormat>();

const MINUTE_MS = 60_000;
const QUARTER_MS = 15 * MINUTE_MS;
const MAX_CACHED = 20_000;
/** UTC offsets are multiples of 15 min and change on a quarter hour, so one entry per quarter is enough. */
const quarters = new Map<string, LocalTime>();

/** @param timeZone IANA name @param at ms since the Unix epoch */
export function localTime(timeZone: string, at: number): LocalTime {
  const quarter = Math.floor(at / QUARTER_MS);
  const key = `${timeZone} ${quarter}`;
  let quarterStart = quarters.get(key);
  if (!quarterStart) {
    quarterStart = readLocalTime(timeZone, quarter * QUARTER_MS);
    if (quarters.size >= MAX_CACHED) quarters.clear();
    quarters.set(key, quarterStart);
  }
  const minutes = Math.floor((at - quarter * QUARTER_MS) / MINUTE_MS);
  return minutes === 0 ? quarterStart : { ...quarterStart, minute: quarterStart.minute + minutes };
}

function readLocalTime(timeZone: string, at: number): LocalTime {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      weekday: 'short',
      hour: 'numeric',
      minute: 'numeric',
      hourCycle: 'h23',
    });
    formats.set(timeZone, format);
  }
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
  return {
    date: `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`,
    day: DAYS.indexOf(parts.get('weekday') ?? '') + 1,
    minute: Number(parts.get('hour')) * 60 + Number(parts.get('minute')),
  };
}

/** Always true without a schedule. */
export function isInSchedule(schedule: WeeklySchedule | null, at: number): boolean {
  if (schedule === null) return true;
  const { date, day, minute } = localTime(schedule.time_zone, at);
  if (isClosedDate(schedule, date)) return false;
  const dayBefore = day === 1 ? 7 : day - 1;
  return schedule.pieces.some(({ day: on, from, to }) => {
    if (from < to) return on === day && minute >= from && minute < to;
    if (on === day && minute >= from) return true;
    // Noon of the day before, whatever the clocks did at night.
    const startedOn = () => localTime(schedule.time_zone, at - (minute + NOON) * MINUTE_MS).date;
    return on === dayBefore && minute < to && !isClosedDate(schedule, startedOn());
  });
}

const NOON = 720;

function isClosedDate({ closed_dates = [] }: WeeklySchedule, date: string): boolean {
  return closed_dates.some((closed) => closed.date === date);
}

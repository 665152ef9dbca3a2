/** Schedules are evaluated at an instant, so days of 23 or 25 hours need no special case. */

export const GRID_MINUTES = 15;

export interface WeeklySchedule {
  readonly time_zone: string;
  /** `day` 1 is Monday; minutes from midnight, `to` up to 1440. When `to` <= `from`, the piece ends the next day. */
  readonly pieces: readonly { readonly day: number; readonly from: number; readonly to: number }[];
}

/** `day` 1 is Monday; `minute` is since midnight. */
export interface LocalTime {
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
  return minutes === 0 ? quarterStart : { day: quarterStart.day, minute: quarterStart.minute + minutes };
}

function readLocalTime(timeZone: string, at: number): LocalTime {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      weekday: 'short',
      hour: 'numeric',
      minute: 'numeric',
      hourCycle: 'h23',
    });
    formats.set(timeZone, format);
  }
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
  return {
    day: DAYS.indexOf(parts.get('weekday') ?? '') + 1,
    minute: Number(parts.get('hour')) * 60 + Number(parts.get('minute')),
  };
}

/** Always true without a schedule. */
export function isInSchedule(schedule: WeeklySchedule | null, at: number): boolean {
  if (schedule === null) return true;
  const { day, minute } = localTime(schedule.time_zone, at);
  const dayBefore = day === 1 ? 7 : day - 1;
  return schedule.pieces.some(({ day: on, from, to }) => {
    if (from < to) return on === day && minute >= from && minute < to;
    return (on === day && minute >= from) || (on === dayBefore && minute < to);
  });
}

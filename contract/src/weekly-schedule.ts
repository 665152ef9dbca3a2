/** Weekly schedules. They are evaluated at an instant, so days of 23 or 25 hours need no rule. */

/** Pieces start and end on this grid. */
export const GRID_MINUTES = 15;

export interface WeeklySchedule {
  readonly time_zone: string;
  /** `day` 1 is Monday; minutes from midnight, `to` up to 1440. When `to` <= `from`, the piece ends the next day. */
  readonly pieces: readonly { readonly day: number; readonly from: number; readonly to: number }[];
}

/** Local time, by the runtime's time zone data. */
export interface LocalTime {
  readonly day: number;
  /** From midnight. */
  readonly minute: number;
}

const DAYS: readonly string[] = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const formats = new Map<string, Intl.DateTimeFormat>();

const MINUTE_MS = 60_000;
const QUARTER_MS = 15 * MINUTE_MS;
const MAX_CACHED = 20_000;
/** Local times by quarter hour: UTC offsets are multiples of 15 min and change on a quarter hour. */
const quarters = new Map<string, LocalTime>();

/** @param timeZone IANA name @param at ms since 1970 */
export function localTime(timeZone: string, at: number): LocalTime {
  const quarter = Math.floor(at / QUARTER_MS);
  const key = `${timeZone} ${quarter}`;
  let begun = quarters.get(key);
  if (!begun) {
    begun = read(timeZone, quarter * QUARTER_MS);
    if (quarters.size >= MAX_CACHED) quarters.clear();
    quarters.set(key, begun);
  }
  const minutes = Math.floor((at - quarter * QUARTER_MS) / MINUTE_MS);
  return minutes === 0 ? begun : { day: begun.day, minute: begun.minute + minutes };
}

function read(timeZone: string, at: number): LocalTime {
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

/** @param at ms since 1970 @returns true without a schedule */
export function isInSchedule(schedule: WeeklySchedule | null, at: number): boolean {
  if (schedule === null) return true;
  const { day, minute } = localTime(schedule.time_zone, at);
  const dayBefore = day === 1 ? 7 : day - 1;
  return schedule.pieces.some(({ day: on, from, to }) => {
    if (from < to) return on === day && minute >= from && minute < to;
    return (on === day && minute >= from) || (on === dayBefore && minute < to);
  });
}

/** Weekly schedules: pieces of days in a time zone. Asked for a moment, so days of 23 or 25 hours need no rule. */
import { localTime } from './local-time.ts';

export interface Schedule {
  /** IANA name. */
  readonly time_zone: string;
  /** `day` 1 is Monday, 7 Sunday; minutes from midnight, `to` up to 1440. A piece across midnight has `to` <= `from`. */
  readonly pieces: readonly { readonly day: number; readonly from: number; readonly to: number }[];
}

/** @param at ms since 1970. No schedule: always. */
export function isInSchedule(schedule: Schedule | null, at: number): boolean {
  if (schedule === null) return true;
  const { day, minute } = localTime(schedule.time_zone, at);
  const dayBefore = day === 1 ? 7 : day - 1;
  return schedule.pieces.some(({ day: on, from, to }) => {
    if (from < to) return on === day && minute >= from && minute < to;
    return (on === day && minute >= from) || (on === dayBefore && minute < to);
  });
}

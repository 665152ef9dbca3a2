/** Weekly schedules: pieces of days in a time zone. Asked for a moment, so days of 23 or 25 hours need no rule. */
import { isInSchedule, localTime, type WeeklySchedule } from '@offhook/contract/weekly-schedule';

const MINUTE_MS = 60_000;
const QUARTER_MS = 15 * MINUTE_MS;
const DAY_MINUTES = 1_440;
const WEEK_MINUTES = 7 * DAY_MINUTES;
/** No clock is put forward or back by more than this. */
export const CLOCK_CHANGE_MINUTES = 120;
/** A piece that begins in the hour that a clock change leaves out comes a week later. */
const LOOK_AHEAD_MS = 16 * DAY_MINUTES * MINUTE_MS;

/**
 * The first moment from `at` on that is in the schedule, ms since 1970: `at` itself or a quarter of an hour.
 * @returns null for a schedule without pieces
 */
export function nextInSchedule(schedule: WeeklySchedule | null, at: number): number | null {
  let moment = at;
  while (!isInSchedule(schedule, moment)) {
    if (moment > at + LOOK_AHEAD_MS) return null;
    const wait = schedule === null ? 0 : minutesUntilPiece(schedule, moment);
    if (wait === null) return null;
    // Clocks may change on the way: the last stretch is walked quarter by quarter.
    const jump = moment + Math.max(0, wait - CLOCK_CHANGE_MINUTES) * MINUTE_MS;
    moment = Math.floor(Math.max(moment, jump - QUARTER_MS) / QUARTER_MS + 1) * QUARTER_MS;
  }
  return moment;
}

/** By the clock on the wall; none for a piece that is over, but comes again if the clock is put back. */
function minutesUntilPiece(schedule: WeeklySchedule, at: number): number | null {
  const { day, minute } = localTime(schedule.time_zone, at);
  const waits = schedule.pieces.map((piece) => {
    const wait = ((piece.day - day) * DAY_MINUTES + piece.from - minute + 2 * WEEK_MINUTES) % WEEK_MINUTES;
    const length = piece.to - piece.from + (piece.from < piece.to ? 0 : DAY_MINUTES);
    return WEEK_MINUTES - wait < length + CLOCK_CHANGE_MINUTES ? 0 : wait;
  });
  return waits.length === 0 ? null : Math.min(...waits);
}

import { isInSchedule, localTime, type WeeklySchedule } from '@offhook/contract/weekly-schedule';

const MINUTE_MS = 60_000;
const QUARTER_MS = 15 * MINUTE_MS;
const DAY_MINUTES = 1_440;
const WEEK_MINUTES = 7 * DAY_MINUTES;
/** Upper bound of a daylight-saving change. */
export const CLOCK_CHANGE_MINUTES = 120;
const DAY_MS = DAY_MINUTES * MINUTE_MS;
/** A piece that starts within the hour skipped by a clock change is only found a week later. */
const MAX_LOOKAHEAD_MS = 16 * DAY_MS;
/** Each closed date can be the only day with hours of its week. */
const LOOKAHEAD_PER_CLOSED_DATE_MS = 7 * DAY_MS;

/** In ms since 1970; null for a schedule without pieces. */
export function nextOpenTime(schedule: WeeklySchedule | null, at: number): number | null {
  const closedDates = schedule?.closed_dates?.length ?? 0;
  const end = at + MAX_LOOKAHEAD_MS + closedDates * LOOKAHEAD_PER_CLOSED_DATE_MS;
  let moment = at;
  while (!isInSchedule(schedule, moment)) {
    if (moment > end) return null;
    const wait = schedule === null ? 0 : minutesUntilPiece(schedule, moment);
    if (wait === null) return null;
    // The clocks may change before then, so the last hours are checked in 15-minute steps.
    const jump = moment + Math.max(0, wait - CLOCK_CHANGE_MINUTES) * MINUTE_MS;
    moment = Math.floor(Math.max(moment, jump - QUARTER_MS) / QUARTER_MS + 1) * QUARTER_MS;
  }
  return moment;
}

/** In local time; 0 for a piece that just ended, because it recurs if the clock is set back. */
function minutesUntilPiece(schedule: WeeklySchedule, at: number): number | null {
  const { day, minute } = localTime(schedule.time_zone, at);
  const waits = schedule.pieces.map((piece) => {
    const wait = ((piece.day - day) * DAY_MINUTES + piece.from - minute + 2 * WEEK_MINUTES) % WEEK_MINUTES;
    const length = piece.to - piece.from + (piece.from < piece.to ? 0 : DAY_MINUTES);
    return WEEK_MINUTES - wait < length + CLOCK_CHANGE_MINUTES ? 0 : wait;
  });
  return waits.length === 0 ? null : Math.min(...waits);
}

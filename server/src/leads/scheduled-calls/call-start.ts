import { localTime } from '@offhook/contract/weekly-schedule';

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;

/** When a clock at the place shows this date and minute; in a skipped hour, when the clocks have changed. In ms since 1970. */
export function timeAt(zone: string, date: string, minute: number): number {
  const asUtc = Date.parse(`${date}T00:00:00Z`) + minute * MINUTE_MS;
  let at = asUtc;
  // The second step has the offset of the day itself.
  for (let step = 0; step < 2; step += 1) at = asUtc - offsetOf(zone, at);
  return at;
}

/** Local time minus UTC, in ms. */
function offsetOf(zone: string, at: number): number {
  const { day, minute } = localTime(zone, at);
  const utcMinute = Math.floor((((at % DAY_MS) + DAY_MS) % DAY_MS) / MINUTE_MS);
  const days = (day - new Date(at).getUTCDay() + 7) % 7;
  return (minute - utcMinute) * MINUTE_MS + (days === 6 ? -DAY_MS : days * DAY_MS);
}

/** No earlier than the chosen time in any of the zones that the number may be in. */
export function callStart(zones: readonly string[], date: string, minute: number): number {
  return Math.max(...zones.map((zone) => timeAt(zone, date, minute)));
}

/** YYYY-MM-DD of the first day after `at` that isn't Saturday or Sunday, at the place. */
export function nextWorkingDay(zone: string, at: number): string {
  const date = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(at);
  let day = Date.parse(`${date}T00:00:00Z`) + DAY_MS;
  while ([0, 6].includes(new Date(day).getUTCDay())) day += DAY_MS;
  return new Date(day).toISOString().slice(0, 10);
}

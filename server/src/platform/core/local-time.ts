const DAY_MS = 24 * 3_600_000;

/** '08:00', or with the day if it's at least a day away: 'Mon, Nov 23, 08:00'. */
export function localDateTime(timeZone: string, at: number, now: number): string {
  const isFar = at - now >= DAY_MS;
  return new Intl.DateTimeFormat('en-US', { ...(isFar ? DATE_TIME : TIME), timeZone }).format(at);
}

const TIME = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const DATE_TIME = { ...TIME, weekday: 'short', month: 'short', day: 'numeric' } as const;

/** A place's local time, read as if it were UTC. */
export interface ClockTime {
  readonly ms: number;
}

/** @param tag BCP 47 */
export function formatClockTime({ ms }: ClockTime, tag: string): string {
  return new Intl.DateTimeFormat(tag, { ...DATE_TIME, timeZone: 'UTC' }).format(ms);
}

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

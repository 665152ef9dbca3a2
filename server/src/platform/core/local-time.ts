const DAY_MS = 24 * 3_600_000;

/** '08:00', or with the day if it's at least a day away: 'Mon, Nov 23, 08:00'. */
export function localDateTime(timeZone: string, at: number, now: number): string {
  const isFar = at - now >= DAY_MS;
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...(isFar ? { weekday: 'short', month: 'short', day: 'numeric' } : {}),
  }).format(at);
}

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

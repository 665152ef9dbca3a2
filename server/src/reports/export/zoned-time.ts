const MINUTE_MS = 60_000;
/** UTC offsets change on a quarter hour. */
const QUARTER_MS = 15 * MINUTE_MS;
const MAX_CACHED = 1_000;

/** Writes times in whole seconds with the zone's offset: '2026-11-26T09:32:08-08:00'. @param timeZone IANA name */
export function zonedTimes(timeZone: string): (at: Date) => string {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  const offsets = new Map<number, string>();
  const offsetAt = (quarter: number): string => {
    const known = offsets.get(quarter);
    if (known !== undefined) return known;
    const parts = format.formatToParts(quarter * QUARTER_MS);
    const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
    // UTC is only 'GMT'.
    const offset = /[+-]\d\d:\d\d/.exec(name)?.[0] ?? '+00:00';
    if (offsets.size >= MAX_CACHED) offsets.clear();
    offsets.set(quarter, offset);
    return offset;
  };
  return (at) => {
    const ms = at.getTime();
    const offset = offsetAt(Math.floor(ms / QUARTER_MS));
    const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(4));
    const local = new Date(ms + (offset.startsWith('-') ? -minutes : minutes) * MINUTE_MS);
    return local.toISOString().slice(0, 19) + offset;
  };
}

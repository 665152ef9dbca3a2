const MOST_ZONES = 500;

const formats = new Map<string, Intl.DateTimeFormat>();

/** To make one takes longer than to read a page. */
function formatIn(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', {
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZone,
    });
    if (formats.size >= MOST_ZONES) formats.clear();
    formats.set(timeZone, format);
  }
  return format;
}

/** 'Mar 3, 10:15 AM'. A plain space before AM, whatever the runtime's own data say. */
export function timeFormatted(time: Date, timeZone: string): string {
  return formatIn(timeZone).format(time).replaceAll('\u202f', ' ');
}

/** M:SS; minutes go on above 59. */
export function duration(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

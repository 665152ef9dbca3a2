const MAX_TIME_ZONES = 500;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Creating a formatter is slow, so they are cached. */
function dateFormatFor(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', {
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZone,
    });
    if (formats.size >= MAX_TIME_ZONES) formats.clear();
    formats.set(timeZone, format);
  }
  return format;
}

/** 'Mar 3, 10:15 AM'. ICU data may put a narrow no-break space before AM; this always uses a plain space. */
export function formatTime(time: Date, timeZone: string): string {
  return dateFormatFor(timeZone).format(time).replaceAll('\u202f', ' ');
}

export function formatDuration(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

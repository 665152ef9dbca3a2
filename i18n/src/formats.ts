/** How numbers, dates and times are written. */

/** A BCP 47 tag. */
function formatLocale(): string {
  return 'en-US';
}

/** One `Intl` object for each set of options and locale: they are slow to create. */
function cached<Options, Format>(create: (locale: string, options: Options) => Format) {
  const formats = new Map<string, Format>();
  return (name: string, options: Options): Format => {
    const locale = formatLocale();
    const key = `${locale} ${name}`;
    const format = formats.get(key) ?? create(locale, options);
    formats.set(key, format);
    return format;
  };
}

const dateTimeFormat = cached(
  (locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
);
const displayNames = cached(
  (locale, options: Intl.DisplayNamesOptions) => new Intl.DisplayNames([locale], options),
);
const collator = cached((locale, options: Intl.CollatorOptions) => new Intl.Collator(locale, options));

/** '3:04 PM' */
export function formatTime(at: Date | number): string {
  return dateTimeFormat('time', { hour: 'numeric', minute: '2-digit' }).format(at);
}

/** 'Thu 3:04 PM' */
export function formatWeekdayTime(at: Date | number): string {
  return dateTimeFormat('weekdayTime', { weekday: 'short', hour: 'numeric', minute: '2-digit' }).format(at);
}

/** The country's name. */
export function formatCountry(code: string): string {
  return displayNames('region', { type: 'region' }).of(code) ?? code;
}

/** For sorting by name. */
export function compareNames(a: string, b: string): number {
  return collator('names', {}).compare(a, b);
}

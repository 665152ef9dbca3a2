/** The browser's time zones, and the chosen one, which the browser may list under another name. */
export function timeZones(chosen: string): readonly string[] {
  const known = Intl.supportedValuesOf('timeZone');
  const all = known.includes('UTC') ? known : [...known, 'UTC'];
  return all.includes(chosen) ? all : [chosen, ...all];
}

/** This computer's time zone. */
export function computerTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

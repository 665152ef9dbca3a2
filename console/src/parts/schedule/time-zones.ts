/** The names that the browser knows, and the one that is chosen, which it may know by another. */
export function timeZones(chosen: string): readonly string[] {
  const known = Intl.supportedValuesOf('timeZone');
  const all = known.includes('UTC') ? known : [...known, 'UTC'];
  return all.includes(chosen) ? all : [chosen, ...all];
}

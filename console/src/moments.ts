/** The API's times as milliseconds since 1970, which the core functions use. */
export function toMs(moment: string): number;
export function toMs(moment: string | null): number | null;
export function toMs(moment: string | null): number | null {
  if (moment === null) return null;
  const ms = Date.parse(moment);
  return Number.isNaN(ms) ? null : ms;
}

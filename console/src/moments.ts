/** The API's moments as milliseconds since 1970, which is what the cores reckon with. */
export function toMs(moment: string): number;
export function toMs(moment: string | null): number | null;
export function toMs(moment: string | null): number | null {
  if (moment === null) return null;
  const ms = Date.parse(moment);
  return Number.isNaN(ms) ? null : ms;
}

/**
 * From the start of one day to the end of another, in the reader's time zone.
 * @param from and `to`: '2026-11-22', or '' for no bound
 */
export function dayBounds(from: string, to: string): { readonly from?: string; readonly to?: string } {
  const first = midnight(from, 0);
  const last = midnight(to, 1);
  return { ...(first !== null && { from: first }), ...(last !== null && { to: last }) };
}

function midnight(day: string, later: number): string | null {
  const date = new Date(`${day}T00:00`);
  if (Number.isNaN(date.getTime())) return null;
  date.setDate(date.getDate() + later);
  return date.toISOString();
}

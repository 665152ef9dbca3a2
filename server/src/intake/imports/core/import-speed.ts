/** Fewer rows don't tell how fast the rest will be. */
const MIN_ROWS = 200;

/** @param busyMs time spent on the rows that are done, without pauses */
export function importSpeed(
  done: number,
  rows: number,
  busyMs: number,
): { readonly rowsPerSecond: number | null; readonly secondsLeft: number | null } {
  if (done < MIN_ROWS || busyMs <= 0) return { rowsPerSecond: null, secondsLeft: null };
  const perMs = done / busyMs;
  return {
    rowsPerSecond: Math.round(perMs * 1_000),
    secondsLeft: Math.ceil(Math.max(0, rows - done) / perMs / 1_000),
  };
}

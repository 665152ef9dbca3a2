/** Not throttled in hidden pages. */
export const CLOCK_TICK_MS = 1_000;

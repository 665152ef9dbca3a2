/** The phone's clock, which isn't throttled in hidden pages. Times are milliseconds. */
export const CLOCK_TICK_MS = 1_000;

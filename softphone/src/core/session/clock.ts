/** The clock that a hidden page cannot slow down. Times are milliseconds. */
export const CLOCK_TICK_MS = 1_000;

/** The clock that a hidden page cannot slow down. Times are milliseconds. */
export const CLOCK_TICK_MS = 1_000;
/** A tick that comes so late says that the page was frozen, or that the machine slept. */
export const CLOCK_STOOD_MS = 3_000;

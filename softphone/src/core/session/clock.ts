/** A worker runs this clock, so hidden pages don't throttle it. */
export const CLOCK_TICK_MS = 1_000;

/** One clock for all running times on a page. It ticks once a second. */
export type Clock = ReturnType<typeof createClock>;

/** @param read returns the time; called once a second while there are listeners */
export function createClock(read: () => number) {
  const listeners = new Set<() => void>();
  let last = read();
  let timer: ReturnType<typeof setInterval> | null = null;
  const tick = () => {
    last = read();
    for (const listener of listeners) listener();
  };
  return {
    /** Ms since the Unix epoch, at the last tick. */
    now: () => last,
    /** The time now, without waiting for a tick. */
    read,
    /** Returns a function that stops listening. */
    listen: (ticked: () => void) => {
      listeners.add(ticked);
      timer ??= setInterval(tick, 1000);
      return () => {
        listeners.delete(ticked);
        if (listeners.size > 0 || timer === null) return;
        clearInterval(timer);
        timer = null;
      };
    },
  };
}

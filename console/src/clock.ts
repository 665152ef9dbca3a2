/** The one clock by which all running times of the page tick, together and once a second. */
export type Clock = ReturnType<typeof createClock>;

/** @param read the time; it is read once a second while somebody listens */
export function createClock(read: () => number) {
  const listeners = new Set<() => void>();
  let last = read();
  let timer: ReturnType<typeof setInterval> | null = null;
  const tick = () => {
    last = read();
    for (const listener of listeners) listener();
  };
  return {
    /** Milliseconds since 1970, of the last tick. */
    now: () => last,
    /** The same, of this moment. */
    read,
    /** Returns how to stop. */
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

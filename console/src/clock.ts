/** The one clock by which all running times of the page tick, together and once a second. */
export interface Clock {
  /** Milliseconds since 1970, of the last tick. */
  readonly now: () => number;
  /** The same, of this moment. */
  readonly read: () => number;
  /** Returns how to stop. */
  readonly listen: (ticked: () => void) => () => void;
}

/** @param read the time; it is read once a second while somebody listens */
export function createClock(read: () => number): Clock {
  const listeners = new Set<() => void>();
  let last = read();
  let timer: ReturnType<typeof setInterval> | null = null;
  const tick = () => {
    last = read();
    for (const listener of listeners) listener();
  };
  return {
    now: () => last,
    read,
    listen: (ticked) => {
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

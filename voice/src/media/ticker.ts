import { FRAME_MS } from './core/audio/g711.ts';

/** Ticks that may be made up for after a stall; older time is skipped. */
const MAX_CATCH_UP_TICKS = 25;

export interface TickerEvents {
  /** 20 ms have passed. */
  tick(now: number): void;
  /** A stall was longer than what is made up for: so many ticks will never come. */
  skipped(ticks: number): void;
}

/**
 * Calls every 20 ms of a steady clock, without drift. After a stall the missed ticks follow at once, but each in
 * its own turn of the event loop, so that the packets which waited in the sockets are read between them.
 * Returns what stops it.
 */
export function startTicker(events: TickerEvents): () => void {
  let due = performance.now() + FRAME_MS;
  let timer: NodeJS.Timeout | null = null;
  let immediate: NodeJS.Immediate | null = null;

  const run = () => {
    timer = null;
    immediate = null;
    const now = performance.now();
    const behind = Math.floor((now - due) / FRAME_MS);
    if (behind > MAX_CATCH_UP_TICKS) {
      events.skipped(behind - MAX_CATCH_UP_TICKS);
      due += (behind - MAX_CATCH_UP_TICKS) * FRAME_MS;
    }
    try {
      if (now >= due) {
        due += FRAME_MS;
        events.tick(now);
      }
    } finally {
      const wait = due - performance.now();
      if (wait <= 0) immediate = setImmediate(run);
      else timer = setTimeout(run, Math.max(1, wait));
    }
  };
  timer = setTimeout(run, FRAME_MS);
  return () => {
    if (timer !== null) clearTimeout(timer);
    if (immediate !== null) clearImmediate(immediate);
  };
}

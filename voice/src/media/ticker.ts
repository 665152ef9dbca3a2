import { FRAME_MS } from './core/audio/g711.ts';

const MAX_CATCH_UP_TICKS = 25;

export interface TickerEvents {
  onTick(now: number): void;
  onSkipped(ticks: number): void;
}

/**
 * Ticks every 20 ms without drift. After a stall, missed ticks follow immediately, each in its own turn of the event
 * loop, so that waiting packets are read in between.
 * @returns a function that stops the ticker
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
      events.onSkipped(behind - MAX_CATCH_UP_TICKS);
      due += (behind - MAX_CATCH_UP_TICKS) * FRAME_MS;
    }
    try {
      if (now >= due) {
        due += FRAME_MS;
        events.onTick(now);
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

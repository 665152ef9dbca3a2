/** Tells the pages that what they show has changed: at once, and then at most once a second. */
import { waitBeforeTelling } from './core/board/coalescing.ts';

export interface Changes {
  /** The account's channel is heard; without it a page asks by itself. */
  readonly isLive: () => boolean;
  /** Returns how to stop. */
  readonly listen: (changed: () => void) => () => void;
  readonly tell: () => void;
  readonly setLive: (live: boolean) => void;
}

export function createChanges(now: () => number): Changes {
  const listeners = new Set<() => void>();
  let live = false;
  let toldAt: number | null = null;
  let waiting = false;
  const notify = () => {
    for (const listener of listeners) listener();
  };
  return {
    isLive: () => live,
    listen: (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    tell: () => {
      if (waiting) return;
      waiting = true;
      setTimeout(
        () => {
          waiting = false;
          toldAt = now();
          notify();
        },
        waitBeforeTelling(toldAt, now()),
      );
    },
    setLive: (next) => {
      live = next;
    },
  };
}

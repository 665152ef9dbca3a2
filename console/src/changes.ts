/** Tells the pages that what they show has changed: at once, and then at most once a second. */
import { createListeners } from '@offhook/design/listeners';
import { notifyDelay } from './core/board/coalescing.ts';

export type Changes = ReturnType<typeof createChanges>;

export function createChanges(now: () => number) {
  const { listen, tell: notify } = createListeners();
  let live = false;
  let notifiedAt: number | null = null;
  let waiting = false;
  return {
    /** The account's channel is heard; without it a page asks by itself. */
    isLive: () => live,
    listen,
    tell: () => {
      if (waiting) return;
      waiting = true;
      setTimeout(
        () => {
          waiting = false;
          notifiedAt = now();
          notify();
        },
        notifyDelay(notifiedAt, now()),
      );
    },
    setLive: (next: boolean) => {
      live = next;
    },
  };
}

/** Notifies pages of changes: immediately, then at most once a second. */
import { createInterest } from '@offhook/design/interest';
import { createListeners } from '@offhook/design/listeners';
import { notifyDelay } from './core/board/coalescing.ts';

export type Changes = ReturnType<typeof createChanges>;

export function createChanges(now: () => number) {
  const { listen, notify } = createListeners();
  const interest = createInterest();
  let live = false;
  let notifiedAt: number | null = null;
  let waiting = false;
  return {
    /** The channel is connected; without it, pages poll. */
    isLive: () => live,
    interest,
    listen: (changed: () => void) => {
      const stops = [listen(changed), interest.add()];
      return () => {
        for (const stop of stops) stop();
      };
    },
    notify: () => {
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

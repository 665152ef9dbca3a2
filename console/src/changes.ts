/** Notifies pages of changes: immediately, then at most once a second. */
import { createListeners } from '@offhook/design/listeners';
import { notifyDelay } from './core/board/coalescing.ts';

export type Changes = ReturnType<typeof createChanges>;

export function createChanges(now: () => number) {
  const { listen, notify } = createListeners();
  const each = createListeners();
  let live = false;
  let notifiedAt: number | null = null;
  let waiting = false;
  return {
    /** The account's channel is connected; without it, pages poll. */
    isLive: () => live,
    listen,
    /** Every change immediately, for requests whose answers the server paces. */
    listenToEach: each.listen,
    notify: () => {
      each.notify();
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

/** Notifies pages of changes: immediately, then at most once a second. */
import { createInterest } from '@offhook/design/interest';
import { createListeners } from '@offhook/design/listeners';
import { notifyDelay } from './core/board/coalescing.ts';

export type Changes = ReturnType<typeof createChanges>;

export function createChanges(now: () => number) {
  const { listen, notify } = createListeners();
  const interest = createInterest();
  const each = createListeners();
  const withInterest = (listenTo: (changed: () => void) => () => void) => (changed: () => void) => {
    const stops = [listenTo(changed), interest.add()];
    return () => {
      for (const stop of stops) stop();
    };
  };
  let live = false;
  let notifiedAt: number | null = null;
  let waiting = false;
  return {
    /** The channel is connected; without it, pages poll. */
    isLive: () => live,
    interest,
    listen: withInterest(listen),
    /** Every change immediately, for requests whose answers the server paces. */
    listenToEach: withInterest(each.listen),
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

/** Whether something on a page shows what a realtime channel reports. The page has the channel only while it does. */
import { createListeners } from './listeners.ts';

export interface Interest {
  /** @returns a function that ends this interest */
  readonly add: () => () => void;
  readonly isWanted: () => boolean;
  readonly listen: (changed: () => void) => () => void;
}

/** Another panel or page may open next, which would rejoin the channel. */
export const KEEP_MS = 2_000;

export function createInterest(): Interest {
  const { listen, notify } = createListeners();
  let count = 0;
  let wanted = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const set = (next: boolean) => {
    if (wanted === next) return;
    wanted = next;
    notify();
  };
  return {
    add: () => {
      count += 1;
      clearTimeout(timer);
      set(true);
      let ended = false;
      return () => {
        if (ended) return;
        ended = true;
        count -= 1;
        if (count === 0) timer = setTimeout(() => set(false), KEEP_MS);
      };
    },
    isWanted: () => wanted,
    listen,
  };
}

/** @param open returns a function that closes @returns a function that stops and closes */
export function whileWanted(
  interest: Pick<Interest, 'isWanted' | 'listen'>,
  open: () => () => void,
): () => void {
  let close: (() => void) | null = null;
  const end = () => {
    close?.();
    close = null;
  };
  const follow = () => {
    if (interest.isWanted()) close ??= open();
    else end();
  };
  follow();
  const stop = interest.listen(follow);
  return () => {
    stop();
    end();
  };
}

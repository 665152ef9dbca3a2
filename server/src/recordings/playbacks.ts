import type { Clock } from '../platform/process/clock.ts';

/** A range request this long after the last counted one is a new playback. */
const SAME_PLAYBACK_MS = 10 * 60_000;
const MAX_REMEMBERED = 10_000;

/** A player's later range requests belong to the same playback. */
export interface Playbacks {
  /** @param listener who plays what */
  isNew(listener: string, fromStart: boolean): boolean;
}

export function rememberPlaybacks(clock: Pick<Clock, 'now'>): Playbacks {
  const lastCountedAt = new Map<string, number>();
  return {
    isNew(listener, fromStart) {
      const now = clock.now();
      const isSame = now - (lastCountedAt.get(listener) ?? Number.NEGATIVE_INFINITY) < SAME_PLAYBACK_MS;
      if (isSame && !fromStart) return false;
      if (lastCountedAt.size >= MAX_REMEMBERED) lastCountedAt.clear();
      lastCountedAt.set(listener, now);
      return true;
    },
  };
}

/** Rate limit per minute, for requests that guess no password: each process counts separately. */
import { type Clock, elapsed } from '../process/clock.ts';

const WINDOW_MS = 60_000;
const MAX_KEYS = 20_000;

export interface AttemptLimiter {
  start(keys: readonly (readonly [string, number])[]): { recordSuccess(): void } | null;
}

/** An attempt counts as failed until it succeeds, so that concurrent attempts can't bypass the limit. */
export function createAttemptLimiter(clock: Clock): AttemptLimiter {
  const times = new Map<string, number[]>();
  return {
    start(keys) {
      const now = elapsed(clock);
      const recent = (key: string) => (times.get(key) ?? []).filter((at) => now - at < WINDOW_MS);
      if (keys.some(([key, limit]) => recent(key).length >= limit)) return null;
      if (times.size > MAX_KEYS) {
        for (const key of times.keys()) if (recent(key).length === 0) times.delete(key);
      }
      for (const [key] of keys) times.set(key, [...recent(key), now]);
      return {
        recordSuccess() {
          for (const [key] of keys) {
            const list = times.get(key) ?? [];
            list.splice(list.indexOf(now), 1);
            if (list.length === 0) times.delete(key);
          }
        },
      };
    },
  };
}

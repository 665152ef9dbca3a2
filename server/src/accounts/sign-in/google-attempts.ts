/** How often a login by Google may be tried in a minute. No password can be guessed here, so each process counts for itself. */
import { type Clock, elapsed } from '../../platform/process/clock.ts';

const WINDOW_MS = 60_000;
const MOST_REMEMBERED = 20_000;

export interface LoginAttempts {
  /** `null`: one of the keys has had its most. */
  begin(keys: readonly (readonly [string, number])[]): { succeeded(): void } | null;
}

/** An attempt counts as failed from its beginning, so that a hundred at once are not a hundred guesses. */
export function createLoginAttempts(clock: Clock): LoginAttempts {
  const times = new Map<string, number[]>();
  return {
    begin(keys) {
      const now = elapsed(clock);
      const recent = (key: string) => (times.get(key) ?? []).filter((at) => now - at < WINDOW_MS);
      if (keys.some(([key, most]) => recent(key).length >= most)) return null;
      if (times.size > MOST_REMEMBERED) {
        for (const key of times.keys()) if (recent(key).length === 0) times.delete(key);
      }
      for (const [key] of keys) times.set(key, [...recent(key), now]);
      return {
        succeeded() {
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

/** Records in the browser's storage. If it's full, blocked or corrupt, it counts as empty. */
import * as z from 'zod/mini';

export const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** Null if missing or invalid. */
export function readStored<S extends z.ZodMiniType>(
  storage: Storage,
  key: string,
  shape: S,
): z.infer<S> | null {
  const value = attempt(() => JSON.parse(storage.getItem(key) ?? 'null'));
  return z.safeParse(shape, value).data ?? null;
}

/** Returns whether it was stored. */
export function writeStored(storage: Storage, key: string, value: object): boolean {
  return attempt(() => storage.setItem(key, JSON.stringify(value))) !== FAILED;
}

export function removeStored(storage: Storage, key: string): void {
  attempt(() => storage.removeItem(key));
}

export function keysFrom(storage: Storage, prefix: string): readonly string[] {
  const keys = attempt(() => Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? ''));
  return keys === FAILED ? [] : keys.filter((key) => key.startsWith(prefix));
}

const FAILED = Symbol('failed');

function attempt<T>(run: () => T): T | typeof FAILED {
  try {
    return run();
  } catch {
    return FAILED;
  }
}

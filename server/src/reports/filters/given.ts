import type { SQL } from 'drizzle-orm';

/** A filter that isn't given has no condition. */
export function given<V>(value: V | undefined, condition: (value: V) => SQL | undefined): SQL | undefined {
  return value === undefined ? undefined : condition(value);
}

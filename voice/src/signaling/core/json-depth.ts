/** Deeper than any message that means something; what is much deeper cannot be written again. */
const MAX_DEPTH = 100;

/** Whether no part of a parsed JSON value lies deeper than a writer can follow. */
export function isShallow(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return false;
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return true;
}

import { scaleTimeout } from './timeouts.ts';

/** A poll is often a request that costs 5 ms of CPU, so a long wait polls less and less often. */
const FIRST_PAUSE_MS = 20;
const MAX_PAUSE_MS = 150;

export async function until<T>(
  poll: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  what: string,
  ms = scaleTimeout(30_000),
): Promise<T> {
  const end = performance.now() + ms;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(MAX_PAUSE_MS, pause * 1.4)) {
    const value = await poll();
    if (value !== null && value !== undefined && value !== false) return value;
    if (performance.now() > end) throw new Error(`timed out after ${ms} ms waiting for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

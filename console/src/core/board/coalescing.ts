import { RELOAD_INTERVAL_MS } from '@offhook/contract/limits';

/** Milliseconds to wait before the next notification. */
export function notifyDelay(notifiedAt: number | null, now: number): number {
  if (notifiedAt === null || notifiedAt > now) return 0;
  return Math.max(0, notifiedAt + RELOAD_INTERVAL_MS - now);
}

import { ASK_AGAIN_MS } from '@offhook/contract/limits';

/** Milliseconds to wait before the next notification. */
export function notifyDelay(notifiedAt: number | null, now: number): number {
  if (notifiedAt === null || notifiedAt > now) return 0;
  return Math.max(0, notifiedAt + ASK_AGAIN_MS - now);
}

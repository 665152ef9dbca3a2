import { ASK_AGAIN_MS } from '@offhook/contract/limits';

/** How long to keep a message back, in milliseconds, when the last one was passed on at `toldAt`. */
export function notifyDelay(notifiedAt: number | null, now: number): number {
  if (notifiedAt === null || notifiedAt > now) return 0;
  return Math.max(0, notifiedAt + ASK_AGAIN_MS - now);
}

import { ASK_AGAIN_MS } from '@offhook/contract/limits';

/** How long to keep a message back, in milliseconds, when the last one was passed on at `toldAt`. */
export function waitBeforeTelling(toldAt: number | null, now: number): number {
  if (toldAt === null || toldAt > now) return 0;
  return Math.max(0, toldAt + ASK_AGAIN_MS - now);
}

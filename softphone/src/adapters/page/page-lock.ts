/**
 * One page of a browser is the agent's phone: the one that holds a Web Lock. The others wait for it, and have it when
 * that page goes. It says nothing about a page that is frozen; the server's lease does.
 */
import type { PhoneEvent } from '../../core/events.ts';

export type PageLock = ReturnType<typeof createPageLock>;

/** @param locks undefined where the browser has none (an insecure origin): then every page is the phone */
export function createPageLock(
  locks: Pick<LockManager, 'request'> | undefined,
  report: (event: PhoneEvent) => void,
) {
  /** Counts what was asked for: an older request that is still answered means nothing. */
  let era = 0;
  let letGo: (() => void) | null = null;

  function request(userId: number, options: LockOptions): void {
    if (!locks) {
      report({ type: 'pageLockGained' });
      return;
    }
    const mine = era;
    const lost = () => {
      if (mine !== era) return;
      report({ type: 'pageLockLost' });
      request(userId, {});
    };
    locks
      .request(`offhook-phone-${userId}`, options, async (lock) => {
        if (mine !== era) return;
        if (!lock) {
          lost();
          return;
        }
        report({ type: 'pageLockGained' });
        await new Promise<void>((resolve) => {
          letGo = resolve;
        });
      })
      // It was stolen.
      .catch(lost);
  }

  function begin(userId: number, options: LockOptions): void {
    release();
    request(userId, options);
  }

  function release(): void {
    era += 1;
    letGo?.();
    letGo = null;
  }

  return {
    /** Asks for the lock and goes on waiting when another page has it. */
    take: (userId: number) => begin(userId, { ifAvailable: true }),
    /** Takes it from the page that has it. */
    steal: (userId: number) => begin(userId, { steal: true }),
    release,
  };
}

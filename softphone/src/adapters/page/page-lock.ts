/**
 * The tab that holds a Web Lock is the agent's phone; the others wait for the lock. A frozen tab keeps it, which the
 * server's lease detects.
 */
import type { PhoneEvent } from '../../core/events.ts';

export type PageLock = ReturnType<typeof createPageLock>;

/** @param locks undefined where the browser has none (an insecure origin): then every page is the phone */
export function createPageLock(
  locks: Pick<LockManager, 'request'> | undefined,
  report: (event: PhoneEvent) => void,
) {
  /** Counts requests, so that a late answer to an older one is ignored. */
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
    /** Requests the lock, and waits while another page has it. */
    take: (userId: number) => begin(userId, { ifAvailable: true }),
    /** Takes it from the page that has it. */
    steal: (userId: number) => begin(userId, { steal: true }),
    release,
  };
}

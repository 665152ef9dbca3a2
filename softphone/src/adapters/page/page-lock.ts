/** The tab that holds a Web Lock is the agent's phone. The server's lease detects a frozen tab, which keeps it. */
import type { PhoneEvent } from '../../core/events.ts';

export type PageLock = ReturnType<typeof createPageLock>;

/** @param locks undefined on an insecure origin; then every page is the phone */
export function createPageLock(
  locks: Pick<LockManager, 'request'> | undefined,
  report: (event: PhoneEvent) => void,
) {
  /** Counts requests, to ignore late answers. */
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
    take: (userId: number) => begin(userId, { ifAvailable: true }),
    steal: (userId: number) => begin(userId, { steal: true }),
    release,
  };
}

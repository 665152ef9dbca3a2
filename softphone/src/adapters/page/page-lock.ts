/** The tab that holds a Web Lock is the agent's phone. A frozen tab keeps the lock; the server's lease detects it. */
import type { PhoneEvent } from '../../core/events.ts';

export type PageLock = ReturnType<typeof createPageLock>;

/** @param locks undefined on an insecure origin; then every page is the phone */
export function createPageLock(
  locks: Pick<LockManager, 'request'> | undefined,
  report: (event: PhoneEvent) => void,
) {
  /** Counts requests, to ignore late responses. */
  let generation = 0;
  let releaseLock: (() => void) | null = null;

  function request(userId: number, options: LockOptions): void {
    if (!locks) {
      report({ type: 'pageLockGained' });
      return;
    }
    const ownGeneration = generation;
    const onLost = () => {
      if (ownGeneration !== generation) return;
      report({ type: 'pageLockLost' });
      request(userId, {});
    };
    locks
      .request(`offhook-phone-${userId}`, options, async (lock) => {
        if (ownGeneration !== generation) return;
        if (!lock) {
          onLost();
          return;
        }
        report({ type: 'pageLockGained' });
        await new Promise<void>((resolve) => {
          releaseLock = resolve;
        });
      })
      .catch(onLost);
  }

  function startRequest(userId: number, options: LockOptions): void {
    release();
    request(userId, options);
  }

  function release(): void {
    generation += 1;
    releaseLock?.();
    releaseLock = null;
  }

  return {
    take: (userId: number) => startRequest(userId, { ifAvailable: true }),
    steal: (userId: number) => startRequest(userId, { steal: true }),
    release,
  };
}

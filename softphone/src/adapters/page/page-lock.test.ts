import { expect, test, vi } from 'vitest';
import { createPageLock } from './page-lock.ts';

type Callback = (lock: Lock | null) => unknown;

/** Web Locks as specified: a queue, `ifAvailable`, `steal`. */
function browserLocks(): Pick<LockManager, 'request'> {
  const lock: Lock = { name: 'phone', mode: 'exclusive' };
  let holder: { readonly stolen: (error: DOMException) => void } | null = null;
  const queue: (() => void)[] = [];

  async function hold(callback: Callback): Promise<unknown> {
    const stolen = new Promise((_resolve, reject) => {
      holder = { stolen: reject };
    });
    const current = holder;
    try {
      return await Promise.race([Promise.resolve(callback(lock)), stolen]);
    } finally {
      if (holder === current) {
        holder = null;
        queue.shift()?.();
      }
    }
  }

  const request = (async (_name: string, options: LockOptions, callback: Callback) => {
    if (options.steal) {
      const previous = holder as { readonly stolen: (error: DOMException) => void } | null;
      const held = hold(callback);
      previous?.stolen(new DOMException('stolen', 'AbortError'));
      return held;
    }
    if (!holder) return hold(callback);
    if (options.ifAvailable) return callback(null);
    await new Promise<void>((free) => queue.push(free));
    return hold(callback);
  }) as LockManager['request'];
  return { request };
}

function page(locks: Pick<LockManager, 'request'> | undefined) {
  const events: string[] = [];
  return { events, lock: createPageLock(locks, ({ type }) => events.push(type)) };
}

const until = (check: () => void) => vi.waitFor(check, { timeout: 30_000, interval: 2 });

test('the first tab gets the lock; the second one waits and gets it next', async () => {
  const locks = browserLocks();
  const [first, second] = [page(locks), page(locks)];
  first.lock.take(7);
  await until(() => expect(first.events).toEqual(['pageLockGained']));
  second.lock.take(7);
  await until(() => expect(second.events).toEqual(['pageLockLost']));
  first.lock.release();
  await until(() => expect(second.events).toEqual(['pageLockLost', 'pageLockGained']));
  expect(first.events).toEqual(['pageLockGained']);
});

test('a tab that steals the lock leaves the other one waiting', async () => {
  const locks = browserLocks();
  const [first, second] = [page(locks), page(locks)];
  first.lock.take(7);
  second.lock.take(7);
  await until(() => expect(second.events).toEqual(['pageLockLost']));
  second.lock.steal(7);
  await until(() => expect(second.events).toEqual(['pageLockLost', 'pageLockGained']));
  await until(() => expect(first.events).toEqual(['pageLockGained', 'pageLockLost']));
  second.lock.release();
  await until(() => expect(first.events.at(-1)).toBe('pageLockGained'));
});

test('without Web Locks, every tab is the phone', () => {
  const only = page(undefined);
  only.lock.take(7);
  expect(only.events).toEqual(['pageLockGained']);
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFreshnessWatch } from './freshness-watch.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A watch with a live channel and these answers to its checks. */
function runWatch(answers: () => Promise<boolean>) {
  const recoveries: boolean[] = [];
  const changes: (number | null)[] = [];
  const started = createFreshnessWatch({
    now: () => Date.now(),
    check: answers,
    onRecovered: (failed) => recoveries.push(failed),
  });
  started.listen(() => changes.push(started.staleSince()));
  started.start();
  started.send({ type: 'channelChanged', connected: true });
  return { ...started, recoveries, changes };
}

test('the server is checked every 4 s, and nothing is reported while it answers', async () => {
  const check = vi.fn(async () => true);
  const { changes, recoveries } = runWatch(check);
  await vi.advanceTimersByTimeAsync(20_000);
  expect([check.mock.calls.length, changes, recoveries]).toEqual([5, [], []]);
});

test('failed checks are reported within 5 s, until the first answer', async () => {
  let answers = true;
  const { changes, recoveries, staleSince } = runWatch(async () => answers);
  await vi.advanceTimersByTimeAsync(8_500);
  answers = false;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(staleSince()).not.toBeNull();
  answers = true;
  await vi.advanceTimersByTimeAsync(4_000);
  expect(changes).toEqual([expect.any(Number), null]);
  expect(recoveries).toEqual([true]);
});

test("a late answer alone doesn't cause a reconnect", async () => {
  const { recoveries, changes } = runWatch(() => new Promise((done) => setTimeout(() => done(true), 2_500)));
  await vi.advanceTimersByTimeAsync(7_000);
  expect([recoveries, changes.at(-1)]).toEqual([[false], null]);
});

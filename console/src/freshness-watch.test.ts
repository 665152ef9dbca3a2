import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFreshnessWatch } from './freshness-watch.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A watch with a live channel and these answers to its checks. */
function watch(answers: () => Promise<boolean>) {
  const mended: boolean[] = [];
  const changes: (number | null)[] = [];
  const started = createFreshnessWatch({
    now: () => Date.now(),
    check: answers,
    onRecovered: (failed) => mended.push(failed),
  });
  started.listen(() => changes.push(started.staleSince()));
  started.start();
  started.send({ type: 'channelChanged', connected: true });
  return { ...started, mended, changes };
}

test('the server is asked every 4 s, and while it answers nothing is told', async () => {
  const check = vi.fn(async () => true);
  const { changes, mended } = watch(check);
  await vi.advanceTimersByTimeAsync(20_000);
  expect([check.mock.calls.length, changes, mended]).toEqual([5, [], []]);
});

test('checks that fail are told within 5 s, and the first answer ends it', async () => {
  let answers = true;
  const { changes, mended, staleSince } = watch(async () => answers);
  await vi.advanceTimersByTimeAsync(8_500);
  answers = false;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(staleSince()).not.toBeNull();
  answers = true;
  await vi.advanceTimersByTimeAsync(4_000);
  expect(changes).toEqual([expect.any(Number), null]);
  expect(mended).toEqual([true]);
});

test('a late answer alone is no reason to connect anew', async () => {
  const { mended, changes } = watch(() => new Promise((done) => setTimeout(() => done(true), 2_500)));
  await vi.advanceTimersByTimeAsync(7_000);
  expect([mended, changes.at(-1)]).toEqual([[false], null]);
});

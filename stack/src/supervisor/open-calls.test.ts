import { expect, test } from 'vitest';
import { waitForCallsToEnd } from './open-calls.ts';

const OPTIONS = { limitMs: 60_000, skipWait: new AbortController().signal, onWaiting: () => undefined };

test("the wait lasts until the calls have ended; an unanswered check doesn't count as ended", async () => {
  const answers: (boolean | null)[] = [true, null, true, false];
  let waits = 0;
  await waitForCallsToEnd(async () => answers.shift() as boolean | null, {
    ...OPTIONS,
    onWaiting: () => (waits += 1),
  });
  expect(answers).toEqual([]);
  expect(waits).toBe(1);
});

test('there is no wait without calls', async () => {
  let waits = 0;
  await waitForCallsToEnd(async () => false, { ...OPTIONS, onWaiting: () => (waits += 1) });
  expect(waits).toBe(0);
});

test('the wait ends after the time limit', async () => {
  const wait = waitForCallsToEnd(async () => true, { ...OPTIONS, limitMs: 700 });
  await expect(wait).resolves.toBeUndefined();
});

test('the wait ends when it is aborted', async () => {
  const skipWait = new AbortController();
  await waitForCallsToEnd(async () => true, {
    ...OPTIONS,
    skipWait: skipWait.signal,
    onWaiting: () => skipWait.abort(),
  });
  expect(skipWait.signal.aborted).toBe(true);
});

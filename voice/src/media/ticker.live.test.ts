import { expect, test } from 'vitest';
import { until } from '../testing/until.ts';
import { startTicker } from './ticker.ts';

function blockEventLoop(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

function startTestTicker() {
  const seen = { ticks: 0, skipped: 0 };
  const start = performance.now();
  const stop = startTicker({
    onTick: () => {
      seen.ticks += 1;
    },
    onSkipped: (ticks) => {
      seen.skipped += ticks;
    },
  });
  return { seen, stop, due: () => (performance.now() - start) / 20 };
}

test('the ticker keeps pace with the clock', async () => {
  const { seen, stop, due } = startTestTicker();
  await until(
    () => due() >= 50 && Math.abs(seen.ticks + seen.skipped - due()) < 1.5,
    'the ticker to keep pace after a second',
  );
  stop();
});

test('the ticker catches up after a short stall', async () => {
  const { seen, stop, due } = startTestTicker();
  await until(() => seen.ticks > 2, 'the first ticks');
  blockEventLoop(200);
  // The machine may stall longer, but at least the 200 ms must be caught up.
  await until(() => due() - seen.ticks - seen.skipped < 2, 'the ticker to catch up');
  stop();
  expect(seen.ticks).toBeGreaterThanOrEqual(11);
});

test('after a long stall the last 500 ms are caught up and the rest is reported as skipped', async () => {
  const { seen, stop, due } = startTestTicker();
  await until(() => seen.ticks > 2, 'the first ticks');
  blockEventLoop(1200);
  await until(() => due() - seen.ticks - seen.skipped < 2, 'the ticker to catch up');
  stop();
  expect(seen.skipped).toBeGreaterThan(25);
});

test('the event loop runs between catch-up ticks', async () => {
  const { seen, stop } = startTestTicker();
  await until(() => seen.ticks > 2, 'the first ticks');
  blockEventLoop(200);
  const before = seen.ticks;
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
  stop();
  expect(seen.ticks - before).toBeLessThanOrEqual(3);
});

import { expect, test } from 'vitest';
import { until } from '../testing/until.ts';
import { startTicker } from './ticker.ts';

/** Keeps this process's event loop busy, as a stall does. */
function stall(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

function start() {
  const seen = { ticks: 0, skipped: 0 };
  const begun = performance.now();
  const stop = startTicker({
    tick: () => {
      seen.ticks += 1;
    },
    skipped: (ticks) => {
      seen.skipped += ticks;
    },
  });
  return { seen, stop, due: () => (performance.now() - begun) / 20 };
}

test('it keeps the pace of the clock, without drift', async () => {
  const { seen, stop, due } = start();
  await until(
    () => due() >= 50 && Math.abs(seen.ticks + seen.skipped - due()) < 1.5,
    'in pace after a second',
  );
  stop();
});

test('a stall is made up for', async () => {
  const { seen, stop, due } = start();
  await until(() => seen.ticks > 2, 'the first ticks');
  stall(200);
  // Where the machine adds a stall of its own, not all of it is made up for; the 200 ms are.
  await until(() => due() - seen.ticks - seen.skipped < 2, 'it has caught up');
  stop();
  expect(seen.ticks).toBeGreaterThanOrEqual(11);
});

test('of a long stall the last half second is made up for, and the rest is told', async () => {
  const { seen, stop, due } = start();
  await until(() => seen.ticks > 2, 'the first ticks');
  stall(1200);
  await until(() => due() - seen.ticks - seen.skipped < 2, 'it has caught up');
  stop();
  expect(seen.skipped).toBeGreaterThan(25);
});

test('between the made-up ticks others get their turn', async () => {
  const { seen, stop } = start();
  await until(() => seen.ticks > 2, 'the first ticks');
  stall(200);
  const before = seen.ticks;
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
  stop();
  expect(seen.ticks - before).toBeLessThanOrEqual(3);
});

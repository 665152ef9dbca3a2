import { expect, it, onTestFinished, vi } from 'vitest';
import type { EmbeddedDriver } from './embedded-driver.ts';
import { watchEmbedded } from './embedded-watch.ts';

it('a statement without a response marks the database as broken, but a slow one does not', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  let activity = { open: 1, answered: 0 };
  const broken: string[] = [];
  const driver = { activity: () => activity } as EmbeddedDriver;
  const { stop } = watchEmbedded(driver, '.', {
    reserveBytes: 0,
    onBroken: (reason) => broken.push(reason),
    onSpace: () => undefined,
  });
  vi.advanceTimersByTime(8_000);
  activity = { open: 1, answered: 1 };
  vi.advanceTimersByTime(9_000);
  expect(broken).toEqual([]);
  vi.advanceTimersByTime(60_000);
  expect(broken).toEqual(['it is not responding']);
  stop();
});

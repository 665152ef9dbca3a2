import { expect, it, vi } from 'vitest';
import { createSharedRuns } from './shared-runs.ts';

it('a run is shared by all who asked before it started, and never overlaps another', async () => {
  const runs: number[][] = [];
  let end = () => {};
  const shared = createSharedRuns<number>(0, (items) => {
    runs.push([...items]);
    return new Promise((resolve) => (end = resolve));
  });
  const first = [shared.ask(1), shared.ask(2), shared.ask(2)];
  await vi.waitFor(() => expect(runs).toEqual([[1, 2]]));
  const second = [shared.ask(3), shared.ask(4)];
  end();
  await Promise.all(first);
  await vi.waitFor(() =>
    expect(runs).toEqual([
      [1, 2],
      [3, 4],
    ]),
  );
  end();
  await Promise.all(second);
});

it('runs start an interval apart', async () => {
  vi.useFakeTimers();
  try {
    let count = 0;
    const shared = createSharedRuns<number>(1_000, async () => {
      count += 1;
    });
    await shared.ask(1);
    const second = shared.ask(1);
    await vi.advanceTimersByTimeAsync(900);
    expect(count).toBe(1);
    await vi.advanceTimersByTimeAsync(200);
    await second;
    expect(count).toBe(2);
  } finally {
    vi.useRealTimers();
  }
});

it('a run that fails rejects those who asked for it, and the next one starts', async () => {
  let fails = true;
  const shared = createSharedRuns<number>(0, async () => {
    if (fails) throw new Error('no database');
  });
  await expect(shared.ask(1)).rejects.toThrow('no database');
  fails = false;
  await shared.ask(1);
});

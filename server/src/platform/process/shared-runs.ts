/** Runs start at least `everyMs` apart, one at a time. All who ask before a run starts share it. */
export function createSharedRuns<Item>(
  everyMs: number,
  run: (items: ReadonlySet<Item>) => Promise<void>,
): { ask(item: Item): Promise<void>; sinceStartMs(): number } {
  let startedAt = Number.NEGATIVE_INFINITY;
  let last: Promise<unknown> = Promise.resolve();
  let next: { readonly items: Set<Item>; readonly done: Promise<void> } | null = null;
  const sinceStartMs = () => performance.now() - startedAt;

  async function runNext(items: ReadonlySet<Item>, before: Promise<unknown>): Promise<void> {
    await before;
    const waitMs = everyMs - sinceStartMs();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    next = null;
    startedAt = performance.now();
    await run(items);
  }

  return {
    sinceStartMs,
    ask(item) {
      if (next === null) {
        const items = new Set<Item>();
        const done = runNext(items, last);
        next = { items, done };
        last = done.catch(() => undefined);
      }
      next.items.add(item);
      return next.done;
    },
  };
}

/** What simulated people do, each act at its own moment of a clock that the test moves. */
export type Act = () => Promise<unknown>;

export interface Timeline {
  readonly now: () => number;
  /** @param at ms since 1970 */
  schedule(at: number, act: Act): void;
  after(ms: number, act: Act): void;
  /** Starts it at once. `advanceTo` waits for it and throws its error. */
  run(act: Act): void;
  advanceTo(now: number): Promise<void>;
  /** Time of the next scheduled act, in ms since 1970. */
  next(): number | null;
  isBusy(): boolean;
}

export function createTimeline(): Timeline {
  const scheduled: { readonly at: number; readonly act: Act }[] = [];
  const pending = new Set<Promise<void>>();
  let now = 0;
  let failure: unknown = null;

  function run(act: Act): void {
    const work: Promise<void> = act()
      .then(() => undefined)
      .catch((error: unknown) => {
        failure ??= error;
      })
      .finally(() => pending.delete(work));
    pending.add(work);
  }

  return {
    now: () => now,
    schedule: (at, act) => void scheduled.push({ at, act }),
    after: (ms, act) => void scheduled.push({ at: now + ms, act }),
    run,
    async advanceTo(moment) {
      now = moment;
      const due = scheduled.filter(({ at }) => at <= now);
      for (const one of due) scheduled.splice(scheduled.indexOf(one), 1);
      for (const { act } of due) run(act);
      while (pending.size > 0) await Promise.all(pending);
      if (failure !== null) throw failure;
    },
    next: () => (scheduled.length === 0 ? null : Math.min(...scheduled.map(({ at }) => at))),
    isBusy: () => pending.size > 0,
  };
}

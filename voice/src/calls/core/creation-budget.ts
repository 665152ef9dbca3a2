export interface CreationBudget {
  /** Earliest start of the next call, on the monotonic clock (ms). */
  readonly freeAt: number;
}

/**
 * Reserves the next start time; `startAt` is `now` if the limit allows it.
 * @param now monotonic, because the wall clock may be set back
 */
export function reserveSlot(
  budget: CreationBudget,
  now: number,
  perSecond: number,
): { readonly budget: CreationBudget; readonly startAt: number } {
  const startAt = Math.max(now, budget.freeAt);
  return { budget: { freeAt: startAt + 1000 / perSecond }, startAt };
}

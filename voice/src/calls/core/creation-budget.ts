/** The account's limit on calls created through the API: so many a second, the rest wait their turn. */
export interface CreationBudget {
  /** From when the next call may start, in milliseconds of the steady clock. */
  readonly freeAt: number;
}

/**
 * Takes the next turn. Both times are of the steady clock: the wall clock may be set back. `startAt` is when this call may start; it is `now` while the account is within its limit.
 * @param perSecond calls a second, more than 0
 */
export function reserveSlot(
  budget: CreationBudget,
  now: number,
  perSecond: number,
): { readonly budget: CreationBudget; readonly startAt: number } {
  const startAt = Math.max(now, budget.freeAt);
  return { budget: { freeAt: startAt + 1000 / perSecond }, startAt };
}

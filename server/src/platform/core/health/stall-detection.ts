/** Counts checks instead of time, because a suspended or starved process runs no checks. */
export interface Stall {
  readonly answered: number;
  /** Consecutive, with open requests and no new response. */
  readonly checks: number;
}

export const NOT_STALLED: Stall = { answered: 0, checks: 0 };

export interface Activity {
  readonly open: number;
  readonly answered: number;
}

export function updateStall(before: Stall, { open, answered }: Activity): Stall {
  const isStalled = open > 0 && answered === before.answered;
  return { answered, checks: isStalled ? before.checks + 1 : 0 };
}

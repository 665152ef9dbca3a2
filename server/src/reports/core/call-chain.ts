/** Which of a lead's calls are tries of one another. */
export interface ChainLink {
  readonly id: number;
  /** The try before this one. */
  readonly previousId: number | null;
}

/** All that lead to the call or follow from it, the call itself among them. */
export function chainOf(calls: readonly ChainLink[], id: number): ReadonlySet<number> {
  const known = new Map(calls.map((call) => [call.id, call.previousId]));
  let first = id;
  const passed = new Set([first]);
  for (
    let before = known.get(first);
    before && known.has(before) && !passed.has(before);
    before = known.get(first)
  ) {
    first = before;
    passed.add(first);
  }
  const chain = new Set([first, id]);
  // A try has a higher id than the one before it: one pass in order finds all that follow.
  for (const call of calls.toSorted((a, b) => a.id - b.id)) {
    if (call.previousId !== null && chain.has(call.previousId)) chain.add(call.id);
  }
  return chain;
}

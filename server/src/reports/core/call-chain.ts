export interface ChainLink {
  readonly id: number;
  readonly previousId: number | null;
}

export function findChain(calls: readonly ChainLink[], id: number): ReadonlySet<number> {
  const previousIds = new Map(calls.map((call) => [call.id, call.previousId]));
  let first = id;
  const visited = new Set([first]);
  for (
    let previous = previousIds.get(first);
    previous && previousIds.has(previous) && !visited.has(previous);
    previous = previousIds.get(first)
  ) {
    first = previous;
    visited.add(first);
  }
  const chain = new Set([first, id]);
  // Later attempts have higher ids, so one pass in order finds all of them.
  for (const call of calls.toSorted((a, b) => a.id - b.id)) {
    if (call.previousId !== null && chain.has(call.previousId)) chain.add(call.id);
  }
  return chain;
}

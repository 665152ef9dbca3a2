/** In the order of `all`, so that switching off and on again is no change. */
export function withChoice<V>(all: readonly V[], held: readonly V[], value: V, on: boolean): readonly V[] {
  return all.filter((one) => (one === value ? on : held.includes(one)));
}

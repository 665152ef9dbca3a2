/** Keeps the order of `all`, so that switching a value off and on again changes nothing. */
export function withChoice<V>(all: readonly V[], chosen: readonly V[], value: V, on: boolean): readonly V[] {
  return all.filter((one) => (one === value ? on : chosen.includes(one)));
}

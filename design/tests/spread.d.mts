export type Spread = <V>(
  states: readonly string[],
  variants: readonly V[],
) => (readonly [variant: V, states: readonly string[]])[];

/** Assigns each state to one variant, in turn. */
export const roundRobin: Spread;

/** Assigns every fourth state to one variant, in turn. */
export const sampled: Spread;

/** Assigns every state to every variant. */
export const allCombinations: Spread;

/** Lists for each variant the states to check in it. */
export type Spread = <V>(
  states: readonly string[],
  variants: readonly V[],
) => (readonly [variant: V, states: readonly string[]])[];

/** Deals each state to one variant, in turn. */
export const dealt: Spread;

/** Deals every fourth state to one variant, in turn. */
export const sampled: Spread;

/** Gives every state to every variant. */
export const crossed: Spread;

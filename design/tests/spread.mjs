/**
 * Spreads the states of a gallery over variants such as themes and sizes. `npm test` checks each state in one variant,
 * or where that takes long some of them; the long tests check each state in all variants.
 */

/** Deals each state to one variant, in turn. */
export function dealt(states, variants) {
  return variants.map((variant, index) => [
    variant,
    states.filter((_, place) => place % variants.length === index),
  ]);
}

/** Deals every fourth state to one variant, in turn. */
export const sampled = (states, variants) =>
  dealt(
    states.filter((_, place) => place % 4 === 0),
    variants,
  );

/** Gives every state to every variant. */
export function crossed(states, variants) {
  return variants.map((variant) => [variant, states]);
}

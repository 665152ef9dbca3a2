/**
 * Spreads the states of a gallery over variants such as themes and sizes. `npm test` checks each state in one variant,
 * the long tests check each state in all of them.
 */

/** Deals each state to one variant, in turn. */
export function dealt(states, variants) {
  return variants.map((variant, index) => [
    variant,
    states.filter((_, place) => place % variants.length === index),
  ]);
}

/** Gives every state to every variant. */
export function crossed(states, variants) {
  return variants.map((variant) => [variant, states]);
}

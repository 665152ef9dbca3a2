/**
 * `npm test` checks each state in one variant, or only a sample of the states where that would be slow; the long tests
 * check every state in all variants.
 */

export function roundRobin(states, variants) {
  return variants.map((variant, index) => [
    variant,
    states.filter((_, position) => position % variants.length === index),
  ]);
}

export const sampled = (states, variants) =>
  roundRobin(
    states.filter((_, position) => position % 8 === 0),
    variants,
  );

export function allCombinations(states, variants) {
  return variants.map((variant) => [variant, states]);
}

export type Chance = ReturnType<typeof chanceOf>;

/** Choices that come again with the same seed (mulberry32). */
export function chanceOf(seed: number) {
  let state = seed >>> 0;
  /** 0 to 1, without 1. */
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    between: (least: number, most: number) => least + next() * (most - least),
    oneOf: <T>(choices: readonly [T, ...T[]]): T =>
      choices[Math.floor(next() * choices.length)] ?? choices[0],
  };
}

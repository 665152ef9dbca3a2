/** Costly kinds of numbers, rejected unless an account allows them. */
export const SPECIAL_NUMBERS = ['premium', 'shared_cost', 'satellite'] as const;
export type SpecialNumber = (typeof SPECIAL_NUMBERS)[number];

/** Kinds of numbers that cost the caller much more than others: refused unless an account allows them. */
export const SPECIAL_NUMBERS = ['premium', 'shared_cost', 'satellite'] as const;
export type SpecialNumber = (typeof SPECIAL_NUMBERS)[number];

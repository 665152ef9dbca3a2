/** Rejected unless an account allows them, because they are costly. */
export const SPECIAL_NUMBERS = ['premium', 'shared_cost', 'satellite'] as const;
export type SpecialNumber = (typeof SPECIAL_NUMBERS)[number];

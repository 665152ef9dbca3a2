/** Who needs a second factor to log in. */
export const SECOND_FACTOR_RULES = ['none', 'admins', 'everyone'] as const;
export type SecondFactorRule = (typeof SECOND_FACTOR_RULES)[number];

export const PASSKEY_NAME_MAX_LENGTH = 60;
export const MAX_PASSKEYS = 20;
export const RECOVERY_CODES = 10;
export const SECOND_STEP_MS = 5 * 60_000;
/** How long after a login or confirmation a user may change their factors. */
export const CONFIRMED_MS = 10 * 60_000;

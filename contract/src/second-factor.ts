/** Who needs a second factor to log in. */
export const SECOND_FACTOR_RULES = ['none', 'admins', 'everyone'] as const;
export type SecondFactorRule = (typeof SECOND_FACTOR_RULES)[number];

/** The server's page of the second step of a login, at the API's origin. */
export const SECOND_STEP_PATH = '/apps/webrtc/second-step';
/** The server's page with a user's factors and sessions. */
export const SECURITY_PATH = '/apps/webrtc/security';
/** The server's page that logs in with a passkey alone. */
export const PASSKEY_LOGIN_PATH = '/apps/webrtc/login/passkey';

export const PASSKEY_NAME_MAX_LENGTH = 60;
export const MAX_PASSKEYS = 20;
export const RECOVERY_CODES = 10;
export const SECOND_STEP_MS = 5 * 60_000;
/** How long after a login or confirmation a user may change their factors. */
export const CONFIRMED_MS = 10 * 60_000;

import { errorsOf } from './errors.ts';

/** Of the server's pages for the second step and for a user's factors; not loaded by the phone. */
export const SIGN_IN_ERRORS = {
  ...errorsOf('input', 422, ['badCode', 'badPasskey']),
  ...errorsOf('permission', 403, ['confirmFirst']),
  ...errorsOf('conflict', 422, ['stepExpired', 'factorRequired', 'passkeysUnavailable', 'tooManyPasskeys']),
};

export type SignInErrorCode = keyof typeof SIGN_IN_ERRORS;

import { errorsOf } from '../errors.ts';

/** Of the server's pages for the second step and for a user's factors; not loaded by the phone. */
export const SECOND_FACTOR_ERRORS = {
  ...errorsOf('input', 422, ['badCode', 'badPasskey']),
  ...errorsOf('permission', 403, ['confirmFirst']),
  ...errorsOf('conflict', 422, [
    'stepExpired',
    'totpUnreadable',
    'factorRequired',
    'passkeysUnavailable',
    'tooManyPasskeys',
  ]),
};

export type SecondFactorErrorCode = keyof typeof SECOND_FACTOR_ERRORS;

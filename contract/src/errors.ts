type Category =
  | 'input'
  | 'session'
  | 'permission'
  | 'limit'
  | 'missing'
  | 'conflict'
  | 'unavailable'
  | 'fault';

export interface ErrorDefinition {
  /** `conflict`: not possible in the current state. `unavailable`: try again later. */
  readonly category: Category;
  readonly status: number;
}

export function errorsOf<C extends string>(
  category: Category,
  status: number,
  codes: readonly C[],
): Readonly<Record<C, ErrorDefinition>> {
  const rows = codes.map((code) => [code, { category, status }]);
  return Object.fromEntries(rows);
}

/**
 * The server answers `{success: false, error, code}`; `error` is the text for the user, from `i18n/src/catalogs/server`.
 * The phone shows it for every status except 401.
 */
export const ERRORS = {
  ...errorsOf('input', 400, ['badJson']),
  ...errorsOf('input', 422, [
    'badInput',
    'badText',
    'badMoment',
    'badCredentials',
    'wrongPassword',
    'invalidPhoneNumber',
    'emergencyNumber',
    'unknownCrm',
    'emptyName',
    'unknownStatus',
    'emptyNote',
    'badDisposition',
    'badTag',
    'messageLength',
    'badFile',
  ]),
  ...errorsOf('session', 401, ['unauthenticated']),
  ...errorsOf('session', 419, ['csrf']),
  ...errorsOf('permission', 403, [
    'foreignOrigin',
    'forbidden',
    'badSignature',
    'pauseNotAllowed',
    'formOrigin',
  ]),
  ...errorsOf('permission', 422, [
    'premiumNumber',
    'sharedCostNumber',
    'satelliteNumber',
    'countryNotAllowed',
    'doNotCall',
    'textLater',
    'noTextConsent',
    'doNotText',
    'googleUnverified',
    'googleRefused',
    'organizationOnly',
  ]),
  ...errorsOf('limit', 413, ['fileTooLarge', 'tooLarge']),
  ...errorsOf('limit', 429, [
    'tooManyLogins',
    'tooManyRequests',
    'tooManyTexts',
    'tooManyTextsToLead',
    'tooManyCallsOfKey',
    'tooManySubmissions',
  ]),
  ...errorsOf('missing', 404, ['notFound']),
  ...errorsOf('conflict', 422, [
    'agentUnavailable',
    'ownPhoneOffline',
    'ownCallUnfinished',
    'agentBusy',
    'statusLocked',
    'leadBusy',
    'callEnded',
    'noNumber',
    'resultSettled',
    'callbackTime',
    'noLead',
    'notRecorded',
    'parkNotPossible',
    'consultNotPossible',
    'alreadyRinging',
    'consulting',
    'notParked',
    'messageFailed',
    'googleCancelled',
    'googleExpired',
    'linkInvalid',
    'externalLinkInvalid',
    'emailHasLogin',
  ]),
  ...errorsOf('unavailable', 503, [
    'googleNotSetUp',
    'googleUnavailable',
    'startingAgain',
    'databaseAway',
    'diskFull',
    'unavailable',
  ]),
  ...errorsOf('fault', 500, ['internal']),
};

export type ErrorCode = keyof typeof ERRORS;

/** Errors that a failed login passes to the login page. */
export const LOGIN_ERRORS = [
  'badCredentials',
  'googleCancelled',
  'googleExpired',
  'googleNotSetUp',
  'googleRefused',
  'googleUnavailable',
  'googleUnverified',
  'organizationOnly',
  'tooManyLogins',
] as const satisfies readonly ErrorCode[];

export type LoginErrorCode = (typeof LOGIN_ERRORS)[number];

export const LOGIN_ERROR_PARAMETER = 'login_error';

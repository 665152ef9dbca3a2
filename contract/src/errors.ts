type Category =
  | 'input'
  | 'session'
  | 'permission'
  | 'limit'
  | 'missing'
  | 'conflict'
  | 'unavailable'
  | 'fault';

export interface TableError {
  /** `conflict`: not possible in the current state. `unavailable`: try again later. */
  readonly category: Category;
  readonly status: number;
  readonly text: string;
}

export function errorsOf<C extends string>(
  category: Category,
  status: number,
  texts: Readonly<Record<C, string>>,
): Readonly<Record<C, TableError>> {
  const rows = Object.entries<string>(texts).map(([code, text]) => [code, { category, status, text }]);
  return Object.fromEntries(rows);
}

/** Shown when an answer has no readable error. */
export const UNKNOWN_ERROR_TEXT = 'Something went wrong. Please try again.';

/**
 * Errors by code: category, HTTP status and the user's text. The server answers `{success: false, error: text}`; the phone
 * shows `error` for any status except 401.
 */
export const ERRORS = {
  ...errorsOf('input', 400, {
    badJson: 'The request could not be read.',
  }),
  ...errorsOf('input', 422, {
    badInput: UNKNOWN_ERROR_TEXT,
    badText: 'Please remove the characters that cannot be saved.',
    badMoment: 'Please enter a date and time between the years 1970 and 9999.',
    badCredentials: 'Your login credentials are invalid.',
    wrongPassword: 'Your current password is incorrect.',
    invalidPhoneNumber: 'Please enter a valid phone number.',
    emergencyNumber: 'Use a telephone for emergency calls.',
    unknownCrm: 'Unknown CRM. Use HubSpot, Salesforce, ActiveCampaign or Follow Up Boss, or leave it blank.',
    emptyName: 'Please enter a name.',
    emptyNote: 'The note must be between 1 and 5000 characters.',
    badDisposition: 'Please choose one of the results.',
    badTag: 'Please choose one of the tags.',
    messageLength: 'The message must be between 1 and 1600 characters.',
    badFile: 'Please send a CSV file in UTF-8 with a column phone_number.',
  }),
  ...errorsOf('session', 401, {
    unauthenticated: 'Please log in.',
  }),
  ...errorsOf('session', 419, {
    csrf: 'Your session has changed. Please reload the page.',
  }),
  ...errorsOf('permission', 403, {
    foreignOrigin: 'You do not have permission to do this.',
    forbidden: 'You do not have permission to do this.',
    badSignature: 'The signature is not valid.',
  }),
  ...errorsOf('permission', 422, {
    premiumNumber: 'Your account does not allow calls to premium-rate numbers.',
    sharedCostNumber: 'Your account does not allow calls to shared-cost or personal numbers.',
    satelliteNumber: 'Your account does not allow calls to satellite or international network numbers.',
    countryNotAllowed: 'Your account does not allow calls to this country.',
    doNotCall: 'This lead must not be called.',
    textLater: 'Texts are not sent to this lead at this hour.',
    noTextConsent: 'This lead has not agreed to receive texts.',
    doNotText: 'This lead must not be texted.',
    googleUnverified: 'Google has not verified your email address. Please log in with your password.',
    googleRefused:
      'The login with Google did not work. Please log in with your password, or ask your administrator.',
  }),
  ...errorsOf('limit', 413, {
    fileTooLarge: 'The file is too large. Please send it in parts.',
    tooLarge: 'The request is too large.',
  }),
  ...errorsOf('limit', 429, {
    tooManyLogins: 'Too many attempts. Please try again later.',
    tooManyRequests: 'Too many attempts. Please try again later.',
    tooManyTexts: 'You have sent too many messages. Please try again later.',
    tooManyTextsToLead: 'This lead was sent too many messages today.',
    tooManyCallsOfKey: 'This API key has ordered too many calls. Please try again in a minute.',
  }),
  ...errorsOf('missing', 404, {
    notFound: 'This was not found.',
  }),
  ...errorsOf('conflict', 422, {
    agentUnavailable: 'This agent is not available.',
    ownPhoneOffline:
      'Your phone is not online. Open it in this browser, or on another device, and try again.',
    agentBusy: 'You are already on a call.',
    leadBusy: 'This lead is on another call.',
    callEnded: 'This call has ended.',
    noNumber: 'Your account has no phone number to call from.',
    resultSettled: 'This result can no longer be undone.',
    messageFailed: 'The message could not be sent.',
    googleCancelled: 'The login with Google was cancelled.',
    googleExpired: 'The login with Google took too long, or was begun in another window. Please try again.',
  }),
  ...errorsOf('unavailable', 503, {
    googleNotSetUp: 'Google login is not set up on this server.',
    googleUnavailable: 'Google could not be reached. Please try again later, or log in with your password.',
    startingAgain: 'Offhook is about to start again. Please try again in a few minutes.',
    databaseAway: 'Offhook cannot reach its data. Please try again in a few seconds.',
    diskFull: 'The disk of the server is full. Please ask your administrator.',
    unavailable: UNKNOWN_ERROR_TEXT,
  }),
  ...errorsOf('fault', 500, {
    internal: UNKNOWN_ERROR_TEXT,
  }),
};

export type ErrorCode = keyof typeof ERRORS;

/** Query parameter with an error code, when a login returns to the page. */
export const LOGIN_ERROR_PARAMETER = 'login_error';

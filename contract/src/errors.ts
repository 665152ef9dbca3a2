/**
 * The table of refusals: code → HTTP status and the sentence a person reads.
 * The server answers `{success: false, error: text}`; the phone shows `error` from any status except 401.
 */
export const ERRORS = {
  badInput: { status: 422, text: 'Something went wrong. Please try again.' },
  badText: { status: 422, text: 'Please remove the characters that cannot be saved.' },
  badMoment: { status: 422, text: 'Please enter a date and time between the years 1970 and 9999.' },
  unauthenticated: { status: 401, text: 'Please log in.' },
  badCredentials: { status: 422, text: 'Your login credentials are invalid.' },
  wrongPassword: { status: 422, text: 'Your current password is incorrect.' },
  tooManyLogins: { status: 429, text: 'Too many attempts. Please try again later.' },
  tooManyRequests: { status: 429, text: 'Too many attempts. Please try again later.' },
  csrf: { status: 419, text: 'Your session has changed. Please reload the page.' },
  foreignOrigin: { status: 403, text: 'You do not have permission to do this.' },
  forbidden: { status: 403, text: 'You do not have permission to do this.' },
  notFound: { status: 404, text: 'This was not found.' },
  invalidPhoneNumber: { status: 422, text: 'Please enter a valid phone number.' },
  emergencyNumber: { status: 422, text: 'Use a telephone for emergency calls.' },
  premiumNumber: { status: 422, text: 'Your account does not allow calls to premium-rate numbers.' },
  sharedCostNumber: {
    status: 422,
    text: 'Your account does not allow calls to shared-cost or personal numbers.',
  },
  satelliteNumber: {
    status: 422,
    text: 'Your account does not allow calls to satellite or international network numbers.',
  },
  countryNotAllowed: { status: 422, text: 'Your account does not allow calls to this country.' },
  tooManyTexts: { status: 429, text: 'You have sent too many messages. Please try again later.' },
  tooManyTextsToLead: { status: 429, text: 'This lead was sent too many messages today.' },
  tooManyCallsOfKey: {
    status: 429,
    text: 'This API key has ordered too many calls. Please try again in a minute.',
  },
  unknownCrm: {
    status: 422,
    text: 'Unknown CRM. Use HubSpot, Salesforce, ActiveCampaign or Follow Up Boss, or leave it blank.',
  },
  doNotCall: { status: 422, text: 'This lead must not be called.' },
  agentUnavailable: { status: 422, text: 'This agent is not available.' },
  ownPhoneOffline: {
    status: 422,
    text: 'Your phone is not online. Open it in this browser, or on another device, and try again.',
  },
  agentBusy: { status: 422, text: 'You are already on a call.' },
  leadBusy: { status: 422, text: 'This lead is on another call.' },
  callEnded: { status: 422, text: 'This call has ended.' },
  noNumber: { status: 422, text: 'Your account has no phone number to call from.' },
  emptyName: { status: 422, text: 'Please enter a name.' },
  emptyNote: { status: 422, text: 'The note must be between 1 and 5000 characters.' },
  badDisposition: { status: 422, text: 'Please choose one of the results.' },
  resultSettled: { status: 422, text: 'This result can no longer be undone.' },
  badTag: { status: 422, text: 'Please choose one of the tags.' },
  messageLength: { status: 422, text: 'The message must be between 1 and 1600 characters.' },
  messageFailed: { status: 422, text: 'The message could not be sent.' },
  textLater: { status: 422, text: 'Texts are not sent to this lead at this hour.' },
  noTextConsent: { status: 422, text: 'This lead has not agreed to receive texts.' },
  doNotText: { status: 422, text: 'This lead must not be texted.' },
  googleNotSetUp: { status: 503, text: 'Google login is not set up on this server.' },
  googleUnavailable: {
    status: 503,
    text: 'Google could not be reached. Please try again later, or log in with your password.',
  },
  googleCancelled: { status: 422, text: 'The login with Google was cancelled.' },
  googleExpired: {
    status: 422,
    text: 'The login with Google took too long, or was begun in another window. Please try again.',
  },
  googleUnverified: {
    status: 422,
    text: 'Google has not verified your email address. Please log in with your password.',
  },
  googleRefused: {
    status: 422,
    text: 'The login with Google did not work. Please log in with your password, or ask your administrator.',
  },
  badJson: { status: 400, text: 'The request could not be read.' },
  badFile: { status: 422, text: 'Please send a CSV file in UTF-8 with a column phone_number.' },
  fileTooLarge: { status: 413, text: 'The file is too large. Please send it in parts.' },
  tooLarge: { status: 413, text: 'The request is too large.' },
  badSignature: { status: 403, text: 'The signature is not valid.' },
  startingAgain: { status: 503, text: 'Offhook is about to start again. Please try again in a few minutes.' },
  databaseAway: { status: 503, text: 'Offhook cannot reach its data. Please try again in a few seconds.' },
  diskFull: { status: 503, text: 'The disk of the server is full. Please ask your administrator.' },
  unavailable: { status: 503, text: 'Something went wrong. Please try again.' },
  internal: { status: 500, text: 'Something went wrong. Please try again.' },
} as const satisfies Record<string, { status: number; text: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** A login that leaves the page comes back to it with the code of what went wrong in this query parameter. */
export const LOGIN_ERROR_PARAMETER = 'login_error';

/** What the phone shows when the server said nothing that a person could read. */
export const UNKNOWN_ERROR_TEXT = ERRORS.internal.text;

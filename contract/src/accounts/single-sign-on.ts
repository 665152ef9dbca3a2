/** What the login with an organization says when it sends a person back to its page. */
export const SIGN_ON_PROBLEMS = [
  'cancelled',
  'expired',
  'notSetUp',
  'refused',
  'tooMany',
  'unavailable',
  'unknownUser',
  'unverified',
] as const;
export type SignOnProblem = (typeof SIGN_ON_PROBLEMS)[number];

export const SIGN_ON_PROBLEM_PARAMETER = 'problem';
/** Of the emails of the organization's users. */
export const SIGN_ON_DOMAIN_PARAMETER = 'domain';

/** The server's redirect to the organization's issuer. */
export const SIGN_ON_START = '/apps/webrtc/login/organization/start';

export const MAX_SIGN_ON_DOMAINS = 20;

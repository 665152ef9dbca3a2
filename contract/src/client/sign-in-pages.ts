/** By themselves, because the phone links to them and loads nothing else of this file. */
export const FORGOTTEN_PASSWORD_PAGE = '/apps/webrtc/forgotten-password';
export const PASSKEY_LOGIN_PAGE = '/apps/webrtc/login/passkey';
export const ORGANIZATION_LOGIN_PAGE = '/apps/webrtc/login/organization';
export const SECURITY_PAGE = '/apps/webrtc/security';

/**
 * Pages beside the phone's one route: for people without a session, and for a user's own sign-in. The server serves
 * them, and mails link to them. A token follows in the fragment, which no server logs.
 */
export const SIGN_IN_PAGES = {
  forgottenPassword: FORGOTTEN_PASSWORD_PAGE,
  invitation: '/apps/webrtc/invitation',
  newPassword: '/apps/webrtc/new-password',
  organizationLogin: ORGANIZATION_LOGIN_PAGE,
  passkeyLogin: PASSKEY_LOGIN_PAGE,
  /** A recording for people without a login. */
  recording: '/apps/webrtc/recording',
  secondStep: '/apps/webrtc/second-step',
  security: SECURITY_PAGE,
} as const;

export type SignInPage = keyof typeof SIGN_IN_PAGES;

/** The built page below the phone's folder; every sign-in page is this one file. */
export const SIGN_IN_PAGES_FOLDER = 'apps/webrtc';

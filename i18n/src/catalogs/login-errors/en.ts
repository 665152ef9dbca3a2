/** Errors with which the server sends a login back to the page. The page and the server both show these. */
export default {
  'error.badCredentials': 'Your login credentials are invalid.',
  'error.googleCancelled': 'Google login was canceled.',
  'error.googleExpired': 'Google login took too long or was started in another window. Try again.',
  'error.googleNotSetUp': 'Google login is not set up on this server.',
  'error.googleRefused': 'Google login failed. Log in with your password, or ask an administrator for help.',
  'error.googleUnavailable': 'Couldn’t reach Google. Try again later, or log in with your password.',
  'error.googleUnverified': 'Google hasn’t verified your email address. Log in with your password.',
  'error.organizationOnly':
    'Your organization requires its own login. Choose ‘Log in with your organization’.',
  'error.tooManyLogins': 'Too many attempts. Please try again later.',
} as const;

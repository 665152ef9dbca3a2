/** What a visitor sees before and while logging in, and what phone and console share. */
export default {
  'login.title': 'Log in',
} as const;

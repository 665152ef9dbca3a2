/** The phone, after the login. */
export default {
  'waiting.title': 'Waiting for calls',
} as const;

/** Texts that leads get unless the agent writes others. */
export default {
  'sms.default': "Sorry we couldn't reach you!",
} as const;

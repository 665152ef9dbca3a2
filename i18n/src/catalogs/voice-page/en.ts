/** The page of the voice service that shows calls and webhooks. */
export default {
  'page.title': 'Voice service',
} as const;

/** The console. */
export default {
  'notFound.title': 'Page not found',
} as const;

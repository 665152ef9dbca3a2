/** The page that the service worker shows while Offhook can't be reached. */
export default {
  'offline.hint': 'Check your connection. This page tries again every 5 seconds.',
  'offline.title': 'Can’t reach Offhook',
} as const;

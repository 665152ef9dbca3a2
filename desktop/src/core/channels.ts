/** IPC channels. Not in messages.ts, so that preloads don't bundle the schemas. */
export const CHANNELS = {
  pageMessage: 'offhook:message',
  /** Phone page → main: check for an update; resolves when the check ends. */
  update: 'offhook:update',
  command: 'offhook:command',
  /** Server page → main: the typed address; resolves with an error message or null. */
  server: 'offhook:server',
} as const;

/** What goes between the pages and the main process. Apart from the schemas, which a preload does not need. */
export const CHANNELS = {
  /** Phone's page → main: a `PageMessage`. */
  told: 'offhook:told',
  /** Phone's page → main, answered when the look for an update is over. */
  update: 'offhook:update',
  /** Main → phone's page: a `DesktopCommand`. */
  command: 'offhook:command',
  /** The page that asks for the server's address → main: what was typed; answered by a sentence, or null. */
  server: 'offhook:server',
} as const;

/** The same on every machine, so that examples can be copied. Only for services that this machine alone can reach. */
export const DEVELOPMENT_KEYS = {
  appId: '1',
  key: 'offhook-realtime-key',
  secret: 'offhook-realtime-secret',
} as const;

/** @param given empty if missing @param randomSecret returns a new secret */
export function chooseSecret(given: string, isLoopback: boolean, randomSecret: () => string): string {
  return given || (isLoopback ? DEVELOPMENT_KEYS.secret : randomSecret());
}

export interface Keys {
  readonly accountSid: string;
  readonly authToken: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  readonly applicationSid: string;
}

const sid = (prefix: string, n: number): string => prefix + String(n).padStart(32, '0');

/** The same on every machine, so that examples can be copied. Only for services that this machine alone can reach. */
const DEVELOPMENT_KEYS: Keys = {
  accountSid: sid('AC', 1),
  authToken: 'offhook-voice-token',
  apiKey: sid('SK', 1),
  apiSecret: 'offhook-voice-secret',
  applicationSid: sid('AP', 1),
};

/**
 * Fills in missing keys: development keys on a loopback address, else random secrets. SIDs are no secrets.
 * @param given empty texts are missing
 * @param randomSecret returns a new secret
 */
export function chooseKeys(given: Keys, isLoopback: boolean, randomSecret: () => string): Keys {
  const secret = (known: string): string => (isLoopback ? known : randomSecret());
  return {
    accountSid: given.accountSid || DEVELOPMENT_KEYS.accountSid,
    authToken: given.authToken || secret(DEVELOPMENT_KEYS.authToken),
    apiKey: given.apiKey || DEVELOPMENT_KEYS.apiKey,
    apiSecret: given.apiSecret || secret(DEVELOPMENT_KEYS.apiSecret),
    applicationSid: given.applicationSid || DEVELOPMENT_KEYS.applicationSid,
  };
}

import { toSecretsKey } from '../../platform/secrets/sealed-secret.ts';
import { createStoredSecrets } from '../../platform/secrets/stored-secrets.ts';

/** As a server that lost that key has them. */
export const OTHER_SECRETS = createStoredSecrets(
  { keys: [toSecretsKey('another key for the tests')], isKeyInDatabase: false },
  { clock: { now: Date.now }, sealsFrom: 0 },
);

/** As a server with its own key has them. */
export const TEST_SECRETS = createStoredSecrets(
  { keys: [toSecretsKey('a key for the tests of the server')], isKeyInDatabase: false },
  { clock: { now: Date.now }, sealsFrom: 0 },
);

// Secrets in the database that the server must read again are sealed with a key that isn't in the database's dump.

import { randomBytes } from 'node:crypto';
import type { Clock } from '../process/clock.ts';
import type { SecretKind } from './core/secret-columns.ts';
import type { EncryptionKey } from './encryption-keys.ts';
import { isSealed, NONCE_BYTES, openSecret, sealedPrefix, sealSecret } from './sealed-secret.ts';

export interface StoredSecrets {
  /** @returns what the row stores */
  seal(kind: SecretKind, id: number | string, secret: string): string;
  /** @returns null if none of the keys has sealed it, or it was changed or moved */
  open(kind: SecretKind, id: number | string, stored: string): string | null;
  /** Whether new secrets are sealed yet. */
  isSealing(): boolean;
  /** ms since 1970; 0: always. */
  readonly sealsFrom: number;
  /** What secrets start with that the newest key has sealed. */
  readonly prefix: string;
  /** The newest key is stored in the same database. */
  readonly isKeyInDatabase: boolean;
}

export interface Keyring {
  /** The newest first: it seals, all open. */
  readonly keys: readonly [EncryptionKey, ...EncryptionKey[]];
  readonly isKeyInDatabase: boolean;
}

export function createStoredSecrets(
  { keys, isKeyInDatabase }: Keyring,
  { clock, sealsFrom }: { readonly clock: Clock; readonly sealsFrom: number },
): StoredSecrets {
  const [newest] = keys;
  const isSealing = () => clock.now() >= sealsFrom;
  return {
    // A secret that looks sealed is always sealed, or it couldn't be read again.
    seal: (kind, id, secret) =>
      isSealing() || isSealed(secret)
        ? sealSecret(newest, { kind, id }, secret, randomBytes(NONCE_BYTES))
        : secret,
    open(kind, id, stored) {
      const opened = openSecret(keys, { kind, id }, stored);
      return 'secret' in opened ? opened.secret : null;
    },
    isSealing,
    sealsFrom,
    prefix: sealedPrefix(newest),
    isKeyInDatabase,
  };
}

// A sealed secret is `v1.<key id>.<base64url>`: AES-256-GCM with a random nonce of 12 bytes in front and a tag of 16
// bytes at the end. The place is authenticated, so a copy in another row, column or table can't be read.
// Everything else in a column is a secret that an earlier version stored as it is.

import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import { SECRET_COLUMNS, type SecretPlace } from './core/secret-columns.ts';
import { type EncryptionKey, toEncryptionKey } from './encryption-keys.ts';

const CIPHER = 'aes-256-gcm';
export const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const SEALED = /^v1\.([0-9a-f]{16})\.([\w-]{38,})$/;

export type Opened =
  | { readonly secret: string }
  | { readonly problem: 'unknownKey' | 'damaged'; readonly keyId: string };

/** @param source a key or another random secret */
export function toSecretsKey(source: string | Uint8Array): EncryptionKey {
  return toEncryptionKey(new Uint8Array(hkdfSync('sha256', source, '', 'offhook stored secrets 1', 32)));
}

/** What the secrets start with that this key has sealed. */
export const sealedPrefix = ({ id }: EncryptionKey): string => `v1.${id}.`;

export const isSealed = (stored: string): boolean => SEALED.test(stored);

/** @param nonce must be random */
export function sealSecret(
  key: EncryptionKey,
  place: SecretPlace,
  secret: string,
  nonce: Uint8Array,
): string {
  const cipher = createCipheriv(CIPHER, key.bytes, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(placeBytes(place));
  const sealed = Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return sealedPrefix(key) + sealed.toString('base64url');
}

export function openSecret(keys: readonly EncryptionKey[], place: SecretPlace, stored: string): Opened {
  const [, keyId, text = ''] = SEALED.exec(stored) ?? [];
  if (keyId === undefined) return { secret: stored };
  const key = keys.find(({ id }) => id === keyId);
  if (!key) return { problem: 'unknownKey', keyId };
  const bytes = Buffer.from(text, 'base64url');
  const decipher = createDecipheriv(CIPHER, key.bytes, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(placeBytes(place));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    const secret = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
    return { secret: Buffer.concat([secret, decipher.final()]).toString('utf8') };
  } catch {
    return { problem: 'damaged', keyId };
  }
}

function placeBytes({ kind, id }: SecretPlace): Buffer {
  const { table, column } = SECRET_COLUMNS[kind];
  return Buffer.from(JSON.stringify([table, column, String(id)]));
}

import { createHash } from 'node:crypto';

export interface EncryptionKey {
  readonly bytes: Uint8Array;
  /** 16 hex digits that identify the key without revealing it. */
  readonly id: string;
}

export function toEncryptionKey(bytes: Uint8Array): EncryptionKey {
  const id = createHash('sha256').update('offhook key id').update(bytes).digest('hex').slice(0, 16);
  return { bytes, id };
}

export const EXPECTED_KEYS = '32 bytes in hexadecimal or base64, or several, comma-separated, newest first';

/** @returns null if one of them isn't a key */
export function parseKeys(text: string): readonly EncryptionKey[] | null {
  const keys = text.split(',').flatMap((one) => (one.trim() === '' ? [] : [keyBytes(one.trim())]));
  return keys.every((bytes) => bytes !== null) ? keys.map(toEncryptionKey) : null;
}

function keyBytes(text: string): Uint8Array | null {
  if (/^[0-9a-fA-F]{64}$/.test(text)) return Buffer.from(text, 'hex');
  // 32 bytes in base64 or base64url, with or without padding.
  return /^[0-9A-Za-z+/_-]{43}=?$/.test(text) ? Buffer.from(text, 'base64') : null;
}

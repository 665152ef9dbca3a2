// Encrypts files so that they can be read in part but not be changed unnoticed.
//
//     header  magic 6 | version 1 | log2 of the chunk size 1 | key id 8 | salt 32
//     chunks  64 kB of the file each; the last may be shorter, and an empty file has one empty chunk;
//             AES-256-GCM, followed by the tag
//
// Each file's key is HKDF-SHA-256 of the installation's key with the file's salt. A chunk's nonce is its number and
// whether it's the last one, so reordered, truncated or extended files can't be decrypted. The header and the name of
// the content are authenticated with each chunk, so one file can't replace another.

import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import type { EncryptionKey } from '../platform/secrets/encryption-keys.ts';

export const CHUNK_BYTES = 65_536;
export const HEADER_BYTES = 48;
export const SALT_BYTES = 32;
const TAG_BYTES = 16;
const SEALED_CHUNK = CHUNK_BYTES + TAG_BYTES;
const MAGIC = Buffer.from([...Buffer.from('OFHKSF', 'latin1'), 1, 16]);
const KEY_ID_AT = MAGIC.length;
const SALT_AT = KEY_ID_AT + 8;

export class SealBroken extends Error {}

export interface Seal {
  readonly header: Buffer;
  readonly key: Buffer;
  readonly additionalData: Buffer;
}

/** @param salt 32 random bytes, never reused @param name of the file's content */
export function newSeal(key: EncryptionKey, salt: Uint8Array, name: string): Seal {
  return sealOf(key, Buffer.concat([MAGIC, Buffer.from(key.id, 'hex'), salt]), name);
}

export function readSeal(key: EncryptionKey, header: Uint8Array, name: string): Seal {
  const head = Buffer.from(header);
  if (head.length !== HEADER_BYTES || !head.subarray(0, KEY_ID_AT).equals(MAGIC))
    throw new SealBroken('it has no valid header');
  if (head.toString('hex', KEY_ID_AT, SALT_AT) !== key.id)
    throw new SealBroken('it was encrypted with another key');
  return sealOf(key, head, name);
}

function sealOf(key: EncryptionKey, header: Buffer, name: string): Seal {
  const salt = header.subarray(SALT_AT);
  const own = Buffer.from(hkdfSync('sha256', key.bytes, salt, 'offhook sealed file 1', 32));
  return { header, key: own, additionalData: Buffer.concat([header, Buffer.from(name)]) };
}

function chunkCount(plainBytes: number): number {
  return Math.max(1, Math.ceil(plainBytes / CHUNK_BYTES));
}

export function sealedSize(plainBytes: number): number {
  return HEADER_BYTES + plainBytes + chunkCount(plainBytes) * TAG_BYTES;
}

function nonce(index: number, isLast: boolean): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt32BE(index, 7);
  bytes[11] = isLast ? 1 : 0;
  return bytes;
}

function sealChunk({ key, additionalData }: Seal, index: number, isLast: boolean, plain: Uint8Array): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonce(index, isLast));
  cipher.setAAD(additionalData);
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

export async function* sealed(
  seal: Seal,
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  yield seal.header;
  let index = 0;
  let held: Buffer = Buffer.alloc(0);
  for await (const piece of source) {
    held = held.length === 0 ? Buffer.from(piece) : Buffer.concat([held, piece]);
    // Whether a chunk is the last one is known only when more data follows.
    let at = 0;
    for (; held.length - at > CHUNK_BYTES; at += CHUNK_BYTES) {
      yield sealChunk(seal, index, false, held.subarray(at, at + CHUNK_BYTES));
      index += 1;
    }
    held = held.subarray(at);
  }
  yield sealChunk(seal, index, true, held);
}

/** The chunks that contain a range of the plain file, and their place in the encrypted file. */
export interface SealedPart {
  readonly firstChunk: number;
  readonly lastChunk: number;
  readonly from: number;
  readonly to: number;
}

/** @param from, to first and last byte of the plain file; 0 and -1 for an empty file */
export function sealedPart(from: number, to: number, plainBytes: number): SealedPart {
  const lastOfFile = chunkCount(plainBytes) - 1;
  const firstChunk = Math.floor(from / CHUNK_BYTES);
  const lastChunk = Math.min(lastOfFile, Math.max(firstChunk, Math.floor(to / CHUNK_BYTES)));
  return {
    firstChunk,
    lastChunk,
    from: HEADER_BYTES + firstChunk * SEALED_CHUNK,
    to: Math.min(HEADER_BYTES + (lastChunk + 1) * SEALED_CHUNK, sealedSize(plainBytes)) - 1,
  };
}

/** @param bytes of the encrypted file, from `part.from` to `part.to` @throws SealBroken when a chunk was altered */
export function unsealPart(seal: Seal, part: SealedPart, bytes: Uint8Array, plainBytes: number): Buffer {
  if (bytes.length !== part.to - part.from + 1) throw new SealBroken('the file is truncated');
  const last = chunkCount(plainBytes) - 1;
  const plain: Buffer[] = [];
  for (let index = part.firstChunk; index <= part.lastChunk; index += 1) {
    const at = (index - part.firstChunk) * SEALED_CHUNK;
    plain.push(openChunk(seal, index, index === last, bytes.subarray(at, at + SEALED_CHUNK)));
  }
  return Buffer.concat(plain);
}

function openChunk({ key, additionalData }: Seal, index: number, isLast: boolean, chunk: Uint8Array): Buffer {
  const body = chunk.subarray(0, chunk.length - TAG_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce(index, isLast), { authTagLength: TAG_BYTES });
  decipher.setAAD(additionalData);
  decipher.setAuthTag(chunk.subarray(chunk.length - TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(body), decipher.final()]);
  } catch {
    throw new SealBroken(`chunk ${index} was altered`);
  }
}

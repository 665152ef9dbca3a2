// Files are written to the configured storage, encrypted when there is a key, and read from wherever they were written.

import { randomBytes } from 'node:crypto';
import type { recordings } from '../platform/database/schema.ts';
import type { EncryptionKey } from '../platform/secrets/encryption-keys.ts';
import type { RecordingStore } from './recording-store.ts';
import {
  CHUNK_BYTES,
  HEADER_BYTES,
  newSeal,
  readSeal,
  SALT_BYTES,
  SealBroken,
  sealed,
  sealedPart,
  sealedSize,
  unsealPart,
} from './sealed-file.ts';

export type Storage = 'folder' | 's3';

/** A recording's id, or a greeting's, which is a text. */
export type ContentId = number | string;

export type StoredFile = Pick<typeof recordings.$inferSelect, 'storage' | 'path' | 'key_id' | 'bytes'> & {
  readonly id: ContentId;
};

export interface WrittenFile {
  readonly storage: Storage;
  readonly path: string;
  readonly key_id: string | null;
  readonly bytes: number;
}

export interface OpenedFile {
  readonly bytes: number;
  /** @param from, to first and last byte */
  read(from: number, to: number): AsyncIterable<Uint8Array>;
}

/** The file exists, but this server's configuration can't read it. */
export class FileUnreadable extends Error {}

export interface RecordingFiles {
  readonly target: { readonly storage: Storage; readonly keyId: string | null };
  /** Where `write` puts a file. */
  pathOf(name: string): string;
  /** Resolves when the storage has acknowledged the file. @param name without extension, constant for a recording */
  write(id: ContentId, name: string, body: AsyncIterable<Uint8Array>): Promise<WrittenFile>;
  /** @throws FileMissing, FileUnreadable, SealBroken; reading may throw SealBroken */
  open(file: StoredFile): Promise<OpenedFile>;
  remove(storage: Storage, path: string): Promise<void>;
  /** Determined from the row alone; null if the file can be read. */
  unreadableReason(file: Pick<StoredFile, 'storage' | 'key_id'>): string | null;
}

export interface RecordingFilesDeps {
  readonly folder: RecordingStore;
  readonly s3: RecordingStore | null;
  /** Newest first. The newest key encrypts new files. Empty: files aren't encrypted. */
  readonly keys: readonly EncryptionKey[];
}

/** The most that one listener keeps in memory; a multiple of the chunk size. */
const PIECE_BYTES = 16 * CHUNK_BYTES;

export function createRecordingFiles({ folder, s3, keys }: RecordingFilesDeps): RecordingFiles {
  const [newest = null] = keys;
  const target: RecordingFiles['target'] = {
    storage: s3 === null ? 'folder' : 's3',
    keyId: newest?.id ?? null,
  };
  const unreadableReason: RecordingFiles['unreadableReason'] = ({ storage, key_id }) => {
    if (storage === 's3' && s3 === null) return 'it is in S3, which is not configured';
    if (key_id !== null && !keys.some(({ id }) => id === key_id))
      return `it was encrypted with the key ${key_id}, which is not in RECORDINGS_KEY`;
    return null;
  };
  const storeFor = (storage: Storage) => {
    if (storage === 'folder') return folder;
    if (s3 === null) throw new FileUnreadable('it is in S3, which is not configured');
    return s3;
  };

  // The path contains the key ID, so re-encryption writes a new file instead of changing one in use.
  const pathOf = (name: string) => (newest === null ? `${name}.wav` : `${name}.${newest.id}.sealed`);

  return {
    target,
    unreadableReason,
    pathOf,
    async write(id, name, body) {
      const counted = countBytes(body);
      const seal = newest && newSeal(newest, randomBytes(SALT_BYTES), sealName(id));
      const path = pathOf(name);
      await storeFor(target.storage).put(path, seal ? sealed(seal, counted) : counted);
      return { storage: target.storage, path, key_id: target.keyId, bytes: counted.bytes() };
    },
    async open(file) {
      const reason = unreadableReason(file);
      if (reason !== null) throw new FileUnreadable(reason);
      const { path, storage, id } = file;
      if (path === null) throw new FileUnreadable('the recording has no file');
      const store = storeFor(storage);
      const key = keys.find((one) => one.id === file.key_id);
      const size = await store.size(path);
      if (key === undefined) {
        if (file.bytes !== null && size !== file.bytes)
          throw new SealBroken('the file size doesn’t match the database');
        return {
          bytes: size,
          read: (from, to) => inPieces(from, to, (a, b) => readExactly(store, path, a, b)),
        };
      }
      const bytes = file.bytes ?? -1;
      if (bytes < 0 || size !== sealedSize(bytes))
        throw new SealBroken('the file size doesn’t match the database');
      const seal = readSeal(key, await store.read(path, 0, HEADER_BYTES - 1), sealName(id));
      return {
        bytes,
        read: (from, to) =>
          inPieces(from, to, async (a, b) => {
            const part = sealedPart(a, b, bytes);
            const plain = unsealPart(seal, part, await store.read(path, part.from, part.to), bytes);
            const first = part.firstChunk * CHUNK_BYTES;
            return plain.subarray(a - first, b + 1 - first);
          }),
      };
    },
    async remove(storage, path) {
      await storeFor(storage).remove(path);
    },
  };
}

/** Authenticated with the file, so that it can't pass for another recording. */
function sealName(id: ContentId): string {
  return typeof id === 'number' ? `recording ${id}` : `greeting ${id}`;
}

function countBytes(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> & { bytes(): number } {
  let count = 0;
  return {
    bytes: () => count,
    async *[Symbol.asyncIterator]() {
      for await (const piece of body) {
        count += piece.length;
        yield piece;
      }
    },
  };
}

async function* inPieces(
  from: number,
  to: number,
  read: (from: number, to: number) => Promise<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  for (let at = from; at <= to; ) {
    // The first piece ends on a piece boundary, so that no chunk is fetched twice.
    const end = Math.min(to, (Math.floor(at / PIECE_BYTES) + 1) * PIECE_BYTES - 1);
    yield await read(at, end);
    at = end + 1;
  }
}

async function readExactly(store: RecordingStore, path: string, from: number, to: number): Promise<Buffer> {
  const bytes = await store.read(path, from, to);
  if (bytes.length !== to - from + 1) throw new SealBroken('the file is truncated');
  return bytes;
}

/**
 * The files of recordings as the rest of the server knows them: kept where the configuration says, encrypted when
 * there is a key, and read back from wherever and however they were written before.
 */

import { randomBytes } from 'node:crypto';
import type { recordings } from '../platform/database/schema.ts';
import type { EncryptionKey } from '../platform/process/recording-config.ts';
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

/** Where a recording's file is and how it is to be read: of its row. */
export type KeptFile = Pick<typeof recordings.$inferSelect, 'id' | 'storage' | 'path' | 'key_id' | 'bytes'>;

export interface WrittenFile {
  readonly storage: Storage;
  readonly path: string;
  readonly key_id: string | null;
  /** Of the recording itself, not of the encrypted file. */
  readonly bytes: number;
}

export interface OpenedFile {
  readonly bytes: number;
  /** @param from, to first and last byte */
  read(from: number, to: number): AsyncIterable<Uint8Array>;
}

/** It is there, and cannot be had as the server is set up. */
export class FileUnreadable extends Error {}

export interface RecordingFiles {
  /** How new files are written. */
  readonly target: { readonly storage: Storage; readonly keyId: string | null };
  /** Resolves when the storage has acknowledged it. @param name without an ending; the same one for the same recording */
  write(recordingId: number, name: string, body: AsyncIterable<Uint8Array>): Promise<WrittenFile>;
  /** @throws FileMissing, FileUnreadable, SealBroken; reading may throw SealBroken */
  open(file: KeptFile): Promise<OpenedFile>;
  /** @throws FileUnreadable */
  remove(storage: Storage, path: string): Promise<void>;
  /** Why a file could not be read, by its row alone; `null`: it can. */
  hindrance(file: Pick<KeptFile, 'storage' | 'key_id'>): string | null;
}

export interface RecordingFilesParts {
  readonly folder: RecordingStore;
  /** `null`: not set up. With it, new files go there. */
  readonly s3: RecordingStore | null;
  /** The newest first: it writes. None: files are written as they are. */
  readonly keys: readonly EncryptionKey[];
}

/** A whole number of chunks: so much of a file is in memory for one listener. */
const PIECE_BYTES = 16 * CHUNK_BYTES;

export function createRecordingFiles({ folder, s3, keys }: RecordingFilesParts): RecordingFiles {
  const [newest = null] = keys;
  const target: RecordingFiles['target'] = {
    storage: s3 === null ? 'folder' : 's3',
    keyId: newest?.id ?? null,
  };
  const hindrance: RecordingFiles['hindrance'] = ({ storage, key_id }) => {
    if (storage === 's3' && s3 === null) return 'it is in S3, which is not set up';
    if (key_id !== null && !keys.some(({ id }) => id === key_id))
      return `it was encrypted with the key ${key_id}, which RECORDINGS_KEY does not hold`;
    return null;
  };
  const storeOf = (storage: Storage) => {
    if (storage === 'folder') return folder;
    if (s3 === null) throw new FileUnreadable('it is in S3, which is not set up');
    return s3;
  };

  return {
    target,
    hindrance,
    async write(recordingId, name, body) {
      const counted = counting(body);
      const seal = newest && newSeal(newest, randomBytes(SALT_BYTES), nameOf(recordingId));
      // Another key, another name: a file is never changed while somebody reads it.
      const path = newest === null ? `${name}.wav` : `${name}.${newest.id}.sealed`;
      await storeOf(target.storage).put(path, seal ? sealed(seal, counted) : counted);
      return { storage: target.storage, path, key_id: target.keyId, bytes: counted.bytes() };
    },
    async open(file) {
      const why = hindrance(file);
      if (why !== null) throw new FileUnreadable(why);
      const { path, storage, id } = file;
      if (path === null) throw new FileUnreadable('it has no file');
      const store = storeOf(storage);
      const key = keys.find((one) => one.id === file.key_id);
      const size = await store.size(path);
      if (key === undefined) {
        if (file.bytes !== null && size !== file.bytes) throw new SealBroken('its size is another');
        return { bytes: size, read: (from, to) => inPieces(from, to, (a, b) => exactly(store, path, a, b)) };
      }
      const bytes = file.bytes ?? -1;
      if (bytes < 0 || size !== sealedSize(bytes)) throw new SealBroken('its size is another');
      const seal = readSeal(key, await store.read(path, 0, HEADER_BYTES - 1), nameOf(id));
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
      await storeOf(storage).remove(path);
    },
  };
}

/** What is authenticated with the file: it is this recording's and no other's. */
function nameOf(recordingId: number): string {
  return `recording ${recordingId}`;
}

function counting(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> & { bytes(): number } {
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
    // The first piece ends where a piece of the file does: no chunk is fetched twice.
    const end = Math.min(to, (Math.floor(at / PIECE_BYTES) + 1) * PIECE_BYTES - 1);
    yield await read(at, end);
    at = end + 1;
  }
}

async function exactly(store: RecordingStore, path: string, from: number, to: number): Promise<Buffer> {
  const bytes = await store.read(path, from, to);
  if (bytes.length !== to - from + 1) throw new SealBroken('it is shorter than it was');
  return bytes;
}

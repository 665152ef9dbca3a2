/** Stores recordings in a folder or in S3. Encryption and ownership are handled elsewhere. */
export interface RecordingStore {
  // Resolves when the storage has acknowledged everything and replaced any earlier file of this name. The file appears
  // complete or not at all, even if the process dies.
  put(name: string, body: AsyncIterable<Uint8Array>): Promise<void>;
  /** In bytes. @throws FileMissing */
  size(name: string): Promise<number>;
  /** `from` and `to` are inclusive. Returns fewer bytes at the end of the file. @throws FileMissing */
  read(name: string, from: number, to: number): Promise<Buffer>;
  remove(name: string): Promise<void>;
}

export class FileMissing extends Error {}

/** Path segments of letters, digits and `._-`, without traversal. */
export function isFileName(name: string): boolean {
  return /^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/.test(name) && name.length <= 500;
}

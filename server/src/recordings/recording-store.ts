/**
 * Where the files of recordings are: a folder, or storage that speaks S3. Both know no more than these four requests;
 * what a file holds, whether it is encrypted and whose it is, stands elsewhere.
 */
export interface RecordingStore {
  /**
   * Resolves when the storage has acknowledged all of it, and what was there under this name is gone. The file is there
   * whole or not at all, whenever the process dies.
   */
  put(name: string, body: AsyncIterable<Uint8Array>): Promise<void>;
  /** In bytes. @throws FileMissing */
  size(name: string): Promise<number>;
  /** The bytes from `from` to `to`, `to` among them; fewer where the file ends before. @throws FileMissing */
  read(name: string, from: number, to: number): Promise<Buffer>;
  /** One that is not there is removed. */
  remove(name: string): Promise<void>;
}

export class FileMissing extends Error {}

/** Parts of letters, digits and `._-` with slashes between, none of which leads elsewhere. */
export function isFileName(name: string): boolean {
  return /^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/.test(name) && name.length <= 500;
}

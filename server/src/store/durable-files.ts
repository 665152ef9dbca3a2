/**
 * PGlite's files, made durable.
 *
 * PGlite starts PostgreSQL with fsync off, and its file layer has no fsync for files of the host. Both are put
 * right here: with this file layer and these start parameters PostgreSQL itself decides when to sync, as on a
 * server: the write-ahead log before a commit is answered, the data files at a checkpoint. `fdatasync` of the
 * WebAssembly build never reaches the file layer, so the log is synced by `fsync`.
 */
import { closeSync, fsyncSync, openSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import * as z from 'zod/mini';

export const DURABLE_START_PARAMS: readonly string[] = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  '-c',
  'wal_sync_method=fsync',
];

/** A stream of the emulated file system: `nfd` is the host's descriptor, absent for a folder. */
const Stream = z.object({ nfd: z.optional(z.number()), node: z.unknown() });

interface HostFiles {
  stream_ops: Record<string, (stream: unknown) => number>;
  realPath(node: unknown): string;
}

export class DurableFiles extends NodeFS {
  readonly #fsync: (descriptor: number) => void;

  /** @param fsync what brings a file's bytes to the disk */
  constructor(folder: string, fsync: (descriptor: number) => void = fsyncSync) {
    super(folder);
    this.#fsync = fsync;
  }

  override async init(...[pg, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pg, options);
    const addSync = (module: unknown) => {
      const files = (module as { NODEFS: HostFiles }).NODEFS;
      files.stream_ops['fsync'] = (stream) => {
        this.#sync(files, stream);
        return 0;
      };
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addSync] } };
  }

  /** Throws what the host throws: PostgreSQL must not go on as if the bytes were on the disk. */
  #sync(files: HostFiles, stream: unknown): void {
    const { nfd, node } = z.parse(Stream, stream);
    if (nfd !== undefined) {
      this.#fsync(nfd);
      return;
    }
    const folder = openSync(files.realPath(node), 'r');
    try {
      this.#fsync(folder);
    } finally {
      closeSync(folder);
    }
  }
}

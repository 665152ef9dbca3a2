// PGlite starts PostgreSQL with fsync off and has no fsync for host files. With this file layer and these start
// parameters PostgreSQL syncs as on a server. The log uses `fsync`, because `fdatasync` of the WebAssembly build never
// reaches the file layer.
//
// The layer sets each file's mode regardless of the umask, so group and other permissions are removed here.
import { closeSync, fsyncSync, openSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import * as z from 'zod/mini';
import { PRIVATE_MASK } from './private-folder.ts';

export const DURABLE_START_PARAMS: readonly string[] = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  '-c',
  'wal_sync_method=fsync',
];

const Stream = z.object({ nfd: z.optional(z.number()), node: z.unknown() });

type SetAttributes = (target: unknown, attributes: { readonly mode?: number | null }) => void;

interface HostFiles {
  stream_ops: Record<string, (stream: unknown) => number> & { setattr: SetAttributes };
  node_ops: { setattr: SetAttributes };
  realPath(node: unknown): string;
}

function restrictModes(operations: { setattr: SetAttributes }): void {
  const set = operations.setattr;
  operations.setattr = (target, attributes) => {
    const { mode } = attributes;
    set(target, typeof mode === 'number' ? { ...attributes, mode: mode & ~PRIVATE_MASK } : attributes);
  };
}

export class DurableFiles extends NodeFS {
  readonly #fsync: (descriptor: number) => void;

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
      for (const operations of [files.stream_ops, files.node_ops]) restrictModes(operations);
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addSync] } };
  }

  /** Rethrows the host's error: PostgreSQL must not continue as if the data was synced. */
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

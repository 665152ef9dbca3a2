import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Beside the bundle, where the build puts the page. */
const BUILT_PAGE = fileURLToPath(new URL('./realtime-page/', import.meta.url));

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

export interface PageFile {
  readonly type: string;
  readonly bytes: Buffer;
}

/** @param name the path below `/inspector/` @returns null if the page has no such file */
export async function readPageFile(name: string, folder = BUILT_PAGE): Promise<PageFile | null> {
  const type = TYPES[extname(name)];
  if (type === undefined || !/^(assets\/)?[\w-]+\.\w+$/.test(name)) return null;
  try {
    return { type, bytes: await readFile(join(folder, name)) };
  } catch {
    return null;
  }
}

/** Builds the app into `dist`: main process, preloads, the page that asks for the server, and the pictures. */
import { cpSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';

const room = resolve(import.meta.dirname, '..');
const out = join(room, 'dist');
rmSync(out, { recursive: true, force: true });

const shared = {
  bundle: true,
  absWorkingDir: room,
  logLevel: 'warning',
  legalComments: 'linked',
  // Both of Electron's engines are far newer.
  target: 'es2023',
};
const cjs = {
  ...shared,
  format: 'cjs',
  platform: 'node',
  external: ['electron'],
  outExtension: { '.js': '.cjs' },
};

await build({ ...cjs, entryPoints: ['src/main.ts'], outdir: out, sourcemap: true, keepNames: true });
// A preload in the sandbox has no modules but Electron's own: one file each.
await build({
  ...cjs,
  entryPoints: { preload: 'src/preload.ts', 'server-preload': 'src/server-preload.ts' },
  outdir: out,
  minify: true,
});
await build({
  ...shared,
  format: 'iife',
  platform: 'browser',
  entryPoints: ['src/page/server.ts', 'src/page/server.css'],
  outdir: out,
});
cpSync(join(room, 'src/page/server.html'), join(out, 'server.html'));
cpSync(join(room, 'assets/pictures'), join(out, 'pictures'), { recursive: true });

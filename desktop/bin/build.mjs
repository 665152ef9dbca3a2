/** Builds the app into `dist`: main process, preloads, the server page and the tray icons. */
import { cpSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';

const packageFolder = resolve(import.meta.dirname, '..');
const out = join(packageFolder, 'dist');
rmSync(out, { recursive: true, force: true });

const shared = {
  bundle: true,
  absWorkingDir: packageFolder,
  logLevel: 'warning',
  legalComments: 'linked',
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
// A sandboxed preload can load only Electron's modules, so each is bundled into one file.
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
cpSync(join(packageFolder, 'src/page/server.html'), join(out, 'server.html'));
cpSync(join(packageFolder, 'assets/tray-icons'), join(out, 'tray-icons'), { recursive: true });

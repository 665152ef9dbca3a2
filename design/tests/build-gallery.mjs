/** Builds a gallery: node design/tests/build-gallery.mjs <project folder> <output folder> */
import { join, resolve } from 'node:path';
import { build } from 'vite';

const [projectFolder, outDir] = process.argv.slice(2);
await build({
  root: projectFolder,
  configFile: join(projectFolder, 'vite.config.ts'),
  logLevel: 'error',
  // It's served from the root, with the public files of the phone's page.
  base: '/',
  publicDir: resolve(import.meta.dirname, '../../softphone/public'),
  build: { outDir, emptyOutDir: true, rolldownOptions: { input: join(projectFolder, 'gallery.html') } },
});

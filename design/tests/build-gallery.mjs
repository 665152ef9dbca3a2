/**
 * Builds the gallery of a room.
 *   node design/tests/build-gallery.mjs <room's folder> <folder of the build>
 */
import { join, resolve } from 'node:path';
import { build } from 'vite';

const [room, outDir] = process.argv.slice(2);
await build({
  root: room,
  configFile: join(room, 'vite.config.ts'),
  logLevel: 'error',
  // The gallery is served from the root, with the public files of the phone's page.
  base: '/',
  publicDir: resolve(import.meta.dirname, '../../softphone/public'),
  build: { outDir, emptyOutDir: true, rolldownOptions: { input: join(room, 'gallery.html') } },
});

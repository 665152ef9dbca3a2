import { fileURLToPath } from 'node:url';
import { catalogPlugin } from '@offhook/i18n/catalog-plugin';
import { defineConfig } from 'vite';

/** Built by `stack/bin/build.mjs`; served by `src/inspector/page-files.ts`. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/inspector/',
  plugins: [catalogPlugin()],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    // The content security policy allows no inline data.
    assetsInlineLimit: 0,
  },
});

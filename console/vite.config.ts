import { preactPlugin } from '@offhook/design/preact-plugin';
import { catalogPlugin } from '@offhook/i18n/catalog-plugin';
import { defineConfig } from 'vite';

/** Each page is a chunk of its own. What stands beside the phone's page (icons, the picture of nobody) is not doubled. */
export default defineConfig({
  base: '/admin/',
  plugins: [preactPlugin(), catalogPlugin()],
  publicDir: false,
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    modulePreload: { polyfill: false },
    // The page's policy allows no inline data but what the server puts there; small files stay files.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
  },
  server: { host: '127.0.0.1' },
});

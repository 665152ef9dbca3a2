import { preactPlugin } from '@offhook/design/preact-plugin';
import { catalogPlugin } from '@offhook/i18n/catalog-plugin';
import { defineConfig } from 'vite';

/** Each page is a separate chunk. Public files, such as icons and the default picture, come with the phone's page. */
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
    // The content security policy allows no inline data.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      // Preact has no `useOptimistic`; the router then does without it.
      onLog: (level, log, report) => {
        if (log.code !== 'IMPORT_IS_UNDEFINED' || !/useOptimistic/i.test(log.message)) report(level, log);
      },
    },
  },
  server: { host: '127.0.0.1' },
});

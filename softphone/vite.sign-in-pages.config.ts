import { preactPlugin } from '@offhook/design/preact-plugin';
import { catalogPlugin } from '@offhook/i18n/catalog-plugin';
import { defineConfig } from 'vite';

/**
 * Built apart from the phone, into its folder: a second page in the phone's build would share files with the login
 * and make it load more.
 */
export default defineConfig({
  base: '/apps/webrtc/',
  plugins: [preactPlugin(), catalogPlugin()],
  publicDir: false,
  build: {
    outDir: 'dist/apps/webrtc',
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    modulePreload: { polyfill: false },
    // The content security policy allows no inline data.
    assetsInlineLimit: 0,
    rolldownOptions: { input: 'sign-in-pages.html' },
  },
});

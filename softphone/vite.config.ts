import { preactPlugin } from '@offhook/design/preact-plugin';
import { catalogPlugin } from '@offhook/i18n/catalog-plugin';
import { defineConfig, type Plugin } from 'vite';
import { voiceSdkPlugin } from './voice-sdk-plugin.ts';

const LATIN = /inter-latin-wght-normal.*\.woff2$/;

/** Loads the font that every screen uses with the page, not after its style sheet. */
function preloadLatin(): Plugin {
  return {
    name: 'offhook-preload-latin',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const font = Object.keys(bundle ?? {}).find((file) => LATIN.test(file));
        if (!font) return [];
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${font}` };
        return [{ tag: 'link', attrs, injectTo: 'head' }];
      },
    },
  };
}

/** The help pages aren't built, so their style sheet needs the font at an address without a hash. */
function helpFont(): Plugin {
  return {
    name: 'offhook-help-font',
    apply: 'build',
    generateBundle(_options, bundle) {
      const font = Object.values(bundle).find(({ fileName }) => LATIN.test(fileName));
      if (font?.type !== 'asset') return;
      this.emitFile({ type: 'asset', fileName: 'help/inter.woff2', source: font.source });
    },
  };
}

/**
 * Code needed at the same time is bundled into one file: many small files cost a request each and 7 kB more in total.
 * A group includes its modules' static imports, except those in a group above it.
 */
const groups = [
  { name: 'start', test: /softphone\/src\/(main|gallery\/gallery)\.tsx$/, priority: 4 },
  // Before the phone's code, because the catalogs are fetched only when this has loaded.
  { name: 'messages', test: /i18n\/src\/catalogs\/(phone|language-and-time)\.ts$/, priority: 3 },
  { name: 'phone', test: /softphone\/src\/(phone\.ts|adapters\.ts|screens\/signed-in\.tsx)$/, priority: 2 },
  // The phone preloads all panels together.
  { name: 'panels', test: /softphone\/src\/(panels\/|components\/keys\/key-sheet\.tsx$)/, priority: 1 },
];

/** One build serves every installation: addresses and keys come with the page. */
export default defineConfig({
  base: '/',
  plugins: [preactPlugin(), catalogPlugin(), voiceSdkPlugin(), preloadLatin(), helpFont()],
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
      input: {
        index: 'index.html',
        'service-worker': 'worker/service-worker.ts',
        'offline-page': 'src/offline-page.ts',
      },
      output: {
        // The worker's URL determines its scope, and the worker caches the offline page's script by its URL.
        entryFileNames: ({ name }) => (name === 'index' ? 'assets/[name]-[hash].js' : '[name].js'),
        codeSplitting: { groups },
      },
    },
  },
  server: { host: '127.0.0.1' },
});

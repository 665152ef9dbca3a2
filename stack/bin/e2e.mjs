/** `npm run e2e [-- Playwright filters and options]`: the whole-product tests; OFFHOOK_BROWSER=firefox uses Firefox. */
import { ensureToolsInstalled } from './install.mjs';

ensureToolsInstalled();
const { buildAll } = await import('./build.mjs');
const { findChromium } = await import('./chromium.mjs');
const { isInFirefox, productConfig } = await import('../testing/firefox/browser-choice.mjs');
const { missingForFirefox } = await import('../testing/firefox/find.mjs');
const { runStep } = await import('./steps.mjs');
const missing = isInFirefox(process.env) ? missingForFirefox() : null;
if (missing) {
  console.error(missing);
  process.exit(1);
}
await buildAll();
const { ok } = await runStep({
  name: 'product',
  live: true,
  env: { CHROMIUM_PATH: await findChromium() },
  args: [
    'node_modules/@playwright/test/cli.js',
    'test',
    '--config',
    productConfig(process.env),
    ...process.argv.slice(2),
  ],
});
process.exit(ok ? 0 : 1);

/** `npm run e2e [-- names and options of the runner]`: the whole-product tests alone. */
import { ensureToolsInstalled } from './install.mjs';

ensureToolsInstalled();
const { buildAll } = await import('./build.mjs');
const { findChromium } = await import('./chromium.mjs');
const { runStep } = await import('./steps.mjs');
await buildAll();
const { ok } = await runStep({
  name: 'product',
  live: true,
  env: { CHROMIUM_PATH: await findChromium() },
  args: [
    'node_modules/@playwright/test/cli.js',
    'test',
    '--config',
    'stack/playwright.config.ts',
    ...process.argv.slice(2),
  ],
});
process.exit(ok ? 0 : 1);

/** `npm run verify:live [-- options]`: Offhook with real accounts, and a report without secrets. */
import { ensureToolsInstalled } from './install.mjs';
import { runSource } from './program.mjs';

ensureToolsInstalled();
const { buildAll } = await import('./build.mjs');
const { findChromium } = await import('./chromium.mjs');
await buildAll();
runSource('stack/src/verify-live/main.ts', { ...process.env, CHROMIUM_PATH: await findChromium() });

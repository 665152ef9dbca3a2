/** `npm run pictures [-- folder]`: takes the pictures of the README and the guides, by default into docs/pictures. */
import { findChromium } from './chromium.mjs';
import { ensureToolsInstalled } from './install.mjs';
import { runSource } from './program.mjs';

ensureToolsInstalled();
const { buildAll } = await import('./build.mjs');
await buildAll();
runSource('stack/pictures/main.ts', { ...process.env, CHROMIUM_PATH: await findChromium() });

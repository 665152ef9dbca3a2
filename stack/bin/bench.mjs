/** `npm run bench [-- names]`: the benchmarks, one table each. */
import { ensureToolsInstalled } from './install.mjs';
import { runSource } from './program.mjs';

ensureToolsInstalled();
const { buildAll } = await import('./build.mjs');
const { findChromium } = await import('./chromium.mjs');
await buildAll();
runSource('bench/src/main.ts', { ...process.env, CHROMIUM_PATH: await findChromium() });

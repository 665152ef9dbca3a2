/** `npm run soak [-- options]`: agents and leads for a long time, with faults, and a report. */
import { ensureToolsInstalled } from './install.mjs';
import { runSource } from './program.mjs';

ensureToolsInstalled();
const { buildAll } = await import('./build.mjs');
await buildAll();
runSource('bench/src/soak/soak.ts');

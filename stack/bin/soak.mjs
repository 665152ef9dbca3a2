/** `npm run soak [-- options]`: a soak test with agents, leads and faults. */
import { ensureToolsInstalled } from './install.mjs';
import { runSource } from './program.mjs';

ensureToolsInstalled();
const { buildAll } = await import('./build.mjs');
await buildAll();
runSource('bench/src/soak/soak.ts');

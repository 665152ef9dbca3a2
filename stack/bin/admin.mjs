/** `npm run admin -- …`: administration commands, whether or not the product is running. */
import { ensureInstalled } from './install.mjs';
import { runProgram } from './program.mjs';

ensureInstalled();
const { buildAll } = await import('./build.mjs');
const { dist } = await import('./bundle.mjs');
await buildAll();
runProgram(['--enable-source-maps', `${dist}/admin.mjs`]);

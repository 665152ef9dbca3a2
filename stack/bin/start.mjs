/** `npm start`: the whole product on one origin. Installs and builds what's missing or stale. */
import { ensureInstalled, root } from './install.mjs';

process.chdir(root);
ensureInstalled();
const { buildAll } = await import('./build.mjs');
const { dist } = await import('./bundle.mjs');
await buildAll();
await import(`file://${dist}/supervisor.mjs`);

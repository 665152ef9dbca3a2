/** `npm start`: the whole product on one origin. Installs and builds what is missing or stale, then runs it. */
import { ensureInstalled, root } from './install.mjs';

process.chdir(root);
ensureInstalled();
const { buildAll, dist } = await import('./build.mjs');
await buildAll();
await import(`file://${dist}/supervisor.mjs`);

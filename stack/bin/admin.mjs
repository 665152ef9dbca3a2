/** `npm run admin -- …`: administration, of a running product or of one that is stopped. */
import { spawn } from 'node:child_process';
import { ensureInstalled, root } from './install.mjs';

ensureInstalled();
const { buildAll } = await import('./build.mjs');
const { dist } = await import('./bundle.mjs');
await buildAll();
const child = spawn(
  process.execPath,
  ['--enable-source-maps', `${dist}/admin.mjs`, ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: 'inherit',
  },
);
child.on('exit', (code) => process.exit(code ?? 1));

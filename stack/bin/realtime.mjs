/** `npm run realtime`: the realtime service alone. */
import { spawn } from 'node:child_process';
import { ensureInstalled, root } from './install.mjs';

ensureInstalled();
const { buildAll, dist } = await import('./build.mjs');
await buildAll();
const child = spawn(
  process.execPath,
  ['--enable-source-maps', `${dist}/realtime.mjs`, ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: 'inherit',
  },
);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill('SIGTERM'));
child.on('exit', (code) => process.exit(code ?? 1));

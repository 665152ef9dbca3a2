/** `npm run soak [-- options]`: agents and leads for a long time, with faults, and a report. */
import { spawn } from 'node:child_process';
import { ensureToolsInstalled, root } from './install.mjs';

ensureToolsInstalled();
const { buildAll } = await import('./build.mjs');
await buildAll();
const child = spawn(
  process.execPath,
  ['--import', 'ts-blank-space/register', 'bench/src/soak/soak.ts', ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit' },
);
child.on('exit', (code) => process.exit(code ?? 1));

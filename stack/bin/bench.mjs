/** `npm run bench [-- names]`: the measurements, a table each. */
import { spawn } from 'node:child_process';
import { ensureToolsInstalled, root } from './install.mjs';

ensureToolsInstalled();
const { buildAll } = await import('./build.mjs');
const { findChromium } = await import('./chromium.mjs');
await buildAll();
const child = spawn(
  process.execPath,
  ['--import', 'ts-blank-space/register', 'bench/src/main.ts', ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, CHROMIUM_PATH: await findChromium() },
  },
);
child.on('exit', (code) => process.exit(code ?? 1));

/** Runs one of the services alone, with the arguments of the command line. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled, root } from './install.mjs';

/** @param {'voice' | 'realtime'} name */
export async function runService(name) {
  ensureInstalled();
  const { buildProcesses } = await import('./build.mjs');
  const program = join(await buildProcesses(), `${name}.mjs`);
  const args = ['--enable-source-maps', program, ...process.argv.slice(2)];
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill('SIGTERM'));
  child.on('exit', (code) => process.exit(code ?? 1));
}

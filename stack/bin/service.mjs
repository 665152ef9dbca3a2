/** Runs one of the services alone, with the arguments of the command line. */
import { join } from 'node:path';
import { ensureInstalled } from './install.mjs';
import { runProgram } from './program.mjs';

/** @param {'voice' | 'realtime'} name */
export async function runService(name) {
  ensureInstalled();
  const { buildProcesses } = await import('./build.mjs');
  const program = join(await buildProcesses(), `${name}.mjs`);
  const child = runProgram(['--enable-source-maps', program]);
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill('SIGTERM'));
}

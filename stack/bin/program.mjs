import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled, root } from './install.mjs';

/** Runs Node with `args` and the command line's arguments, and exits with its code. @param {string[]} args @param {NodeJS.ProcessEnv} env */
export function runProgram(args, env = process.env) {
  const options = { cwd: root, stdio: 'inherit', env };
  const child = spawn(process.execPath, [...args, ...process.argv.slice(2)], options);
  child.on('exit', (code) => process.exit(code ?? 1));
  return child;
}

export const runSource = (path, env) => runProgram(['--import', 'ts-blank-space/register', path], env);

export async function runService(name) {
  ensureInstalled();
  const { buildProcesses } = await import('./build.mjs');
  const program = join(await buildProcesses(), `${name}.mjs`);
  const child = runProgram(['--enable-source-maps', program]);
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill('SIGTERM'));
}

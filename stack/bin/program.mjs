/** Goes on as another program. */
import { spawn } from 'node:child_process';
import { root } from './install.mjs';

/**
 * Runs Node with these arguments and those of the command line, and ends as it ends.
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
export function runProgram(args, env = process.env) {
  const options = { cwd: root, stdio: 'inherit', env };
  const child = spawn(process.execPath, [...args, ...process.argv.slice(2)], options);
  child.on('exit', (code) => process.exit(code ?? 1));
  return child;
}

/** @param {string} path of a TypeScript file in the checkout */
export const runSource = (path, env) => runProgram(['--import', 'ts-blank-space/register', path], env);

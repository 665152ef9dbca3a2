/** Runs one of the services alone, with the arguments of the command line. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled, root } from './install.mjs';

/** @param {'voice' | 'realtime'} name */
export async function runService(name) {
  ensureInstalled();
  const args = process.argv.slice(2);
  const asksHelp = args.includes('--help') || args.includes('-h');
  // The help comes from the source, so that it needs no build.
  const program = asksHelp ? ['--import', 'tsx', join(root, name, 'src/main.ts')] : await built(name);
  const child = spawn(process.execPath, [...program, ...args], { cwd: root, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill('SIGTERM'));
  child.on('exit', (code) => process.exit(code ?? 1));
}

async function built(name) {
  const { buildAll } = await import('./build.mjs');
  const { dist } = await import('./bundle.mjs');
  await buildAll();
  return ['--enable-source-maps', join(dist, `${name}.mjs`)];
}

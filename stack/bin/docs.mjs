/** `npm run docs`: builds the documentation as a site; `--serve` serves it, `--watch` shows changes at once. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureSiteInstalled, root } from './install.mjs';

const VITEPRESS = 'node_modules/vitepress/bin/vitepress.js';
const [option, ...rest] = process.argv.slice(2);

if (rest.length > 0 || ![undefined, '--serve', '--watch'].includes(option)) {
  console.error('npm run docs [-- --serve | --watch]; PORT sets the port (4173)');
  process.exit(2);
}
ensureSiteInstalled();

function run(...args) {
  try {
    execFileSync(process.execPath, [VITEPRESS, ...args], { cwd: join(root, 'site'), stdio: 'inherit' });
  } catch ({ status }) {
    process.exit(status ?? 1);
  }
}
const address = ['--host', '127.0.0.1', '--port', process.env.PORT ?? '4173'];
if (option === '--watch') run('dev', '.', ...address);
else run('build', '.');
if (option === '--serve') run('preview', '.', ...address);

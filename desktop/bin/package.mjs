/**
 * Builds installers for the current platform into `release`: npm run package --prefix desktop [-- --linux]
 * npx fetches electron-builder for this run: it has hundreds of dependencies that nothing else needs.
 */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { ensureDesktopInstalled, ensureInstalled } from '../../stack/bin/install.mjs';

ensureInstalled();
ensureDesktopInstalled();
await import('./build.mjs');

const PACKAGER = 'electron-builder@26.17.0';

const packageFolder = resolve(import.meta.dirname, '..');
const windows = process.platform === 'win32';
const { status } = spawnSync(
  windows ? 'npx.cmd' : 'npx',
  ['--yes', PACKAGER, '--config', 'electron-builder.json', '--publish', 'never', ...process.argv.slice(2)],
  { cwd: packageFolder, stdio: 'inherit', shell: windows },
);
process.exit(status ?? 1);

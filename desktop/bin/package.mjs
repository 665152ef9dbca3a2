/**
 * Builds installers for the system this runs on, into `release`: npm run package --prefix desktop [-- --linux]
 * The packager is fetched for this run alone: it is hundreds of packages that nothing else needs.
 */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { ensureDesktopInstalled, ensureInstalled } from '../../stack/bin/install.mjs';

ensureInstalled();
ensureDesktopInstalled();
await import('./build.mjs');

const PACKAGER = 'electron-builder@26.17.0';

const room = resolve(import.meta.dirname, '..');
const windows = process.platform === 'win32';
const { status } = spawnSync(
  windows ? 'npx.cmd' : 'npx',
  ['--yes', PACKAGER, '--config', 'electron-builder.json', '--publish', 'never', ...process.argv.slice(2)],
  { cwd: room, stdio: 'inherit', shell: windows },
);
process.exit(status ?? 1);

/**
 * Installs the locked dependencies when they are missing or differ from the lock.
 * Plain Node: this runs before anything is installed.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Offhook needs Node 20.19 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

/** npm writes what it installed to a hidden lock file; the two agree when nothing that must be there differs. */
function isInstalled(folder, withTools) {
  const hidden = join(folder, 'node_modules/.package-lock.json');
  if (!existsSync(hidden)) return false;
  const wanted = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages;
  const present = JSON.parse(readFileSync(hidden, 'utf8')).packages;
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes('node_modules/')) return true;
    const found = present[path];
    if (!found)
      return Boolean(entry.optional || entry.devOptional || entry.peer || (entry.dev && !withTools));
    return found.version === entry.version;
  });
}

function install(folder, options) {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  execFileSync(npm, ['ci', '--no-audit', '--no-fund', ...options], {
    cwd: folder,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
}

/** What the product is built and run with; the tools of its engineers are no part of it. */
export function ensureInstalled() {
  if (isInstalled(root, false)) return;
  console.error('Installing the locked dependencies (once)…');
  install(root, ['--omit=dev']);
}

/** Everything: what tests, checks and measurements need as well. */
export function ensureToolsInstalled() {
  if (!isInstalled(root, true)) {
    console.error('Installing the locked dependencies and tools (once)…');
    install(root, []);
  }
  ensureDesktopInstalled();
}

/** Electron and its types, which only the desktop app needs. They ask for a newer Node than the types do. */
export function ensureDesktopInstalled() {
  const desktop = join(root, 'desktop');
  if (isInstalled(desktop, true)) return;
  console.error('Installing what the desktop app is built with (once)…');
  install(desktop, ['--loglevel=error']);
}

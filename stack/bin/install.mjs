/** Installs the locked dependencies if they are missing or outdated. Plain Node: it runs before anything is installed. */
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

/** Compares npm's hidden lock file of installed packages with the lock file. */
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

export function ensureInstalled() {
  if (isInstalled(root, false)) return;
  console.error('Installing the locked dependencies (once)…');
  install(root, ['--omit=dev']);
}

export function ensureToolsInstalled() {
  if (!isInstalled(root, true)) {
    console.error('Installing the locked dependencies and tools (once)…');
    install(root, []);
  }
  ensureDesktopInstalled();
}

export function ensureDesktopInstalled() {
  const desktop = join(root, 'desktop');
  if (isInstalled(desktop, true)) return;
  console.error("Installing the desktop app's build dependencies (once)…");
  install(desktop, ['--loglevel=error']);
}

export function ensureSiteInstalled() {
  const site = join(root, 'site');
  if (isInstalled(site, true)) return;
  console.error("Installing the documentation site's build dependencies (once)…");
  install(site, ['--loglevel=error']);
}

/** Finds Chromium for the tests: CHROMIUM_PATH, an installed one, Playwright's; else installs Playwright's or a system package. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root } from './install.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];

export function findOnPath(names) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => existsSync(path));
}

/** The headless shell, a build without the browser's UI, needs 25% less CPU. */
export const findChromiumShell = () => findOnPath(['chromium-headless-shell', 'chrome-headless-shell']);

function installed() {
  const found = findOnPath(NAMES);
  if (found) return found;
  const mac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
  return existsSync(mac) ? mac : undefined;
}

async function findPlaywrightChromium() {
  const { chromium } = await import('@playwright/test');
  const path = chromium.executablePath();
  return existsSync(path) ? path : undefined;
}

function tryRun(command, args, options = {}) {
  try {
    execFileSync(command, args, { cwd: root, stdio: ['ignore', 2, 2], timeout: 600_000, ...options });
    return true;
  } catch {
    return false;
  }
}

export async function findChromium() {
  const configured = process.env.CHROMIUM_PATH;
  if (configured) {
    if (existsSync(configured)) return configured;
    console.error(`CHROMIUM_PATH is ${configured}, but this file doesn't exist.`);
    process.exit(1);
  }
  const found = installed() ?? (await findPlaywrightChromium());
  if (found) return found;
  console.error('No Chromium found; installing one…');
  tryRun(process.execPath, [join(root, 'node_modules/playwright-core/cli.js'), 'install', 'chromium']);
  const downloaded = await findPlaywrightChromium();
  if (downloaded) return downloaded;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  if (process.platform === 'linux' && existsSync('/usr/bin/apt-get')) {
    const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
    const run = (...args) => tryRun([...sudo, ...args][0], [...sudo, ...args].slice(1), { env });
    run('apt-get', 'update');
    run('apt-get', 'install', '-y', '--no-install-recommends', 'chromium');
  }
  const packaged = installed();
  if (packaged) return packaged;
  console.error(
    'The browser tests need Chromium. Install it (for example: apt-get install chromium) or set CHROMIUM_PATH.',
  );
  process.exit(1);
}

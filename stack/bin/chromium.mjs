/**
 * Finds a Chromium for the tests, or gets one: CHROMIUM_PATH, an installed one, the test runner's own download,
 * the system's packages, else a clear message.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root } from './install.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];

/** @param {string[]} names @returns {string | undefined} the first of these programs that is installed */
export function onPath(names) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => existsSync(path));
}

/** The same engine without the program around it: what has no window of its own runs for three quarters of the cost. */
export const findChromiumShell = () => onPath(['chromium-headless-shell', 'chrome-headless-shell']);

function installed() {
  const found = onPath(NAMES);
  if (found) return found;
  const mac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
  return existsSync(mac) ? mac : undefined;
}

async function ofTheRunner() {
  const { chromium } = await import('@playwright/test');
  const path = chromium.executablePath();
  return existsSync(path) ? path : undefined;
}

function attempt(command, args, options = {}) {
  try {
    execFileSync(command, args, { cwd: root, stdio: ['ignore', 2, 2], timeout: 600_000, ...options });
    return true;
  } catch {
    return false;
  }
}

/** @returns {Promise<string>} the path of a Chromium; ends the process with a message when none can be had */
export async function findChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (existsSync(given)) return given;
    console.error(`CHROMIUM_PATH is ${given}, but there is no such file.`);
    process.exit(1);
  }
  const found = installed() ?? (await ofTheRunner());
  if (found) return found;
  console.error('No Chromium found; getting one…');
  attempt(process.execPath, [join(root, 'node_modules/playwright-core/cli.js'), 'install', 'chromium']);
  const downloaded = await ofTheRunner();
  if (downloaded) return downloaded;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  if (process.platform === 'linux' && existsSync('/usr/bin/apt-get')) {
    const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
    const run = (...args) => attempt([...sudo, ...args][0], [...sudo, ...args].slice(1), { env });
    run('apt-get', 'update');
    run('apt-get', 'install', '-y', '--no-install-recommends', 'chromium');
  }
  const packaged = installed();
  if (packaged) return packaged;
  console.error(
    'The browser tests need a Chromium. Install one (for instance: apt-get install chromium) or set CHROMIUM_PATH.',
  );
  process.exit(1);
}

/** Builds the app and starts it from this checkout. Electron downloads its binary on the first run. */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { ensureDesktopInstalled, ensureInstalled } from '../../stack/bin/install.mjs';

ensureInstalled();
ensureDesktopInstalled();
await import('./build.mjs');

const electron = createRequire(import.meta.url)('electron');
const packageFolder = resolve(import.meta.dirname, '..');
const child = spawn(electron, [packageFolder, ...process.argv.slice(2)], { stdio: 'inherit' });
child.on('exit', (code) => process.exit(code ?? 1));

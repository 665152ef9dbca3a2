/** Builds the app and starts it from this checkout. Electron fetches its binary when it is started for the first time. */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { ensureDesktopInstalled, ensureInstalled } from '../../stack/bin/install.mjs';

ensureInstalled();
ensureDesktopInstalled();
await import('./build.mjs');

const electron = createRequire(import.meta.url)('electron');
const room = resolve(import.meta.dirname, '..');
const child = spawn(electron, [room, ...process.argv.slice(2)], { stdio: 'inherit' });
child.on('exit', (code) => process.exit(code ?? 1));

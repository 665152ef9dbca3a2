/** The main process: one instance, and Electron's own parts handed to the functions that use them. */

import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as electron from 'electron';
import electronUpdater from 'electron-updater';
import { telLinkIn } from './core/tel-link.ts';
import { startDesktop } from './desktop.ts';
import { createSettingsStore } from './system/settings-store.ts';

const { app, net } = electron;
const warn = (message: string, detail: unknown) => console.warn('[offhook]', message, detail);

/** For a page that is asked whether it is a phone's. */
const ANSWER_MS = 10_000;

async function fetchPage(address: string): Promise<string> {
  const response = await net.fetch(address, { signal: AbortSignal.timeout(ANSWER_MS) });
  return response.text();
}

if (!app.requestSingleInstanceLock()) app.quit();
else {
  // Windows shows notifications only of a program that it can name.
  app.setAppUserModelId('com.offhook.desktop');
  // macOS hands over the link that started the app before it is ready.
  let firstLink: string | null = null;
  const early = (event: electron.Event, url: string) => {
    event.preventDefault();
    firstLink = telLinkIn([url]) ?? firstLink;
  };
  app.on('open-url', early);
  void app.whenReady().then(() => {
    app.off('open-url', early);
    startDesktop(
      {
        electron,
        updater: app.isPackaged ? electronUpdater.autoUpdater : null,
        settings: createSettingsStore(join(app.getPath('userData'), 'settings.json'), process.platform, warn),
        system: {
          platform: process.platform,
          program: process.env['APPIMAGE'] ?? process.execPath,
          programArgs: app.isPackaged ? [] : [app.getAppPath()],
          autostartPath: join(
            process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config'),
            'autostart/offhook.desktop',
          ),
        },
        serverFromEnvironment: process.env['OFFHOOK_SERVER'],
        folder: __dirname,
        args: process.argv.slice(1),
        fetchPage,
        wait: (ms) => wait(ms),
        warn,
      },
      firstLink,
    );
  });
}

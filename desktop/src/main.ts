import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as electron from 'electron';
import electronUpdater from 'electron-updater';
import { findTelLink } from './core/tel-link.ts';
import { startDesktop } from './desktop.ts';
import { createSettingsStore } from './system/settings-store.ts';

const { app, net } = electron;
const warn = (message: string, detail: unknown) => console.warn('[offhook]', message, detail);

const PROBE_TIMEOUT_MS = 10_000;

async function fetchPage(address: string): Promise<string> {
  const response = await net.fetch(address, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
  return response.text();
}

if (!app.requestSingleInstanceLock()) app.quit();
else {
  // Without an app user model ID, Windows shows no notifications.
  app.setAppUserModelId('com.offhook.desktop');
  // macOS can deliver the link that started the app before it's ready.
  let firstLink: string | null = null;
  const onEarlyLink = (event: electron.Event, url: string) => {
    event.preventDefault();
    firstLink = findTelLink([url]) ?? firstLink;
  };
  app.on('open-url', onEarlyLink);
  void app.whenReady().then(() => {
    app.off('open-url', onEarlyLink);
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

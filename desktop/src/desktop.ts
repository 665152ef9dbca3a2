import { join } from 'node:path';
import type { DesktopCommand, DesktopStatus } from '@offhook/contract/desktop';
import type * as Electron from 'electron';
import { CHANNELS } from './core/channels.ts';
import { activeKeys } from './core/keys.ts';
import { desktopTexts } from './core/language.ts';
import { startsHidden } from './core/login-entry.ts';
import type { PageMessage } from './core/messages.ts';
import { resolveServer } from './core/settings.ts';
import { isInCall, NO_STATUS, quitConfirmation, type TrayAction, type TrayFacts } from './core/status.ts';
import { findTelLink, phoneUrl } from './core/tel-link.ts';
import { createCallNotification } from './system/call-notification.ts';
import { createGlobalShortcuts } from './system/global-shortcuts.ts';
import type { SettingsStore } from './system/settings-store.ts';
import { type System, setStartAtLogin, setTelLinks } from './system/system.ts';
import { createTray } from './system/tray.ts';
import { createUpdates, type UpdateDeps } from './system/updates.ts';
import { appMenu } from './windows/app-menu.ts';
import { guardPermissions } from './windows/guards.ts';
import { handlePageMessages } from './windows/page-messages.ts';
import { createPhoneWindow } from './windows/phone-window.ts';
import { createServerWindow } from './windows/server-window.ts';

const RETRY_MS = 10_000;
/** Short, because a call may be waiting, but not a busy loop if the page crashes on load. */
const RELOAD_MS = 1_000;

export interface DesktopDeps {
  readonly electron: Pick<
    typeof Electron,
    | 'app'
    | 'BrowserWindow'
    | 'Menu'
    | 'Notification'
    | 'Tray'
    | 'dialog'
    | 'globalShortcut'
    | 'ipcMain'
    | 'screen'
    | 'session'
    | 'shell'
  >;
  readonly updater: UpdateDeps['updater'];
  readonly settings: SettingsStore;
  readonly system: System;
  readonly serverFromEnvironment: string | undefined;
  readonly folder: string;
  readonly args: readonly string[];
  readonly fetchPage: (address: string) => Promise<string>;
  readonly wait: (ms: number) => Promise<void>;
  readonly warn: (message: string, detail: unknown) => void;
}

/** Call this in the single instance once Electron is ready. `firstLink`: a tel: link received before then. */
export function startDesktop(deps: DesktopDeps, firstLink: string | null): void {
  const { electron, settings, system, folder, args, wait, warn } = deps;
  const { app, BrowserWindow, Menu, Notification, dialog } = electron;
  const language = app.getLocale();
  const t = desktopTexts(language);
  const initialServer = resolveServer(deps.serverFromEnvironment, settings.get());
  let origin = initialServer.origin;
  let phone: Electron.BrowserWindow | null = null;
  let status: DesktopStatus = NO_STATUS;
  let listening = false;
  let quitting = false;
  let linkToOpen = firstLink ?? findTelLink(args);
  let loads = 0;

  const open = () => {
    if (!phone) return;
    if (phone.isMinimized()) phone.restore();
    phone.show();
    phone.focus();
  };
  const command = (message: DesktopCommand) => phone?.webContents.send(CHANNELS.command, message);
  const notification = createCallNotification({ Notification, app, window: () => phone, open, command, t });
  const keys = createGlobalShortcuts(electron.globalShortcut, (type) => command({ type }), warn);
  const updates = createUpdates({
    updater: deps.updater,
    onChange: () => tray.show(trayFacts()),
    onError: (reason) => notifyUser(t('update.failed'), reason),
    wait,
  });
  const serverWindow = createServerWindow({
    BrowserWindow,
    ipc: electron.ipcMain,
    preload: join(folder, 'server-preload.cjs'),
    page: join(folder, 'server.html'),
    fetchPage: deps.fetchPage,
    t,
    language,
    onChosen: (chosen) => {
      settings.change({ server: chosen });
      origin = chosen;
      openPhone(false);
      serverWindow.close();
    },
  });
  const trayFacts = (): TrayFacts => ({
    status,
    startAtLogin: settings.get().startAtLogin,
    telLinks: settings.get().telLinks,
    updateReady: updates.isReady(),
    serverIsFixed: initialServer.fixed,
  });
  const tray = createTray(
    { Tray: electron.Tray, Menu, iconFolder: join(folder, 'tray-icons'), onChoice: onMenuChoice, t },
    trayFacts(),
  );

  function notifyUser(title: string, body: string): void {
    warn(title, body);
    if (Notification.isSupported()) new Notification({ title, body }).show();
  }

  function load(): void {
    if (!phone || origin === null) return;
    loads += 1;
    const address = phoneUrl(origin, linkToOpen);
    linkToOpen = null;
    phone.loadURL(address).catch(() => {});
  }

  function openPhone(hidden: boolean): void {
    phone ??= createPhone(hidden);
    load();
  }

  function createPhone(hidden: boolean): Electron.BrowserWindow {
    const created = createPhoneWindow({
      BrowserWindow,
      preload: join(folder, 'preload.cjs'),
      place: settings.get().place,
      areas: electron.screen.getAllDisplays().map(({ workArea }) => workArea),
      hidden,
      origin: () => origin,
      openInBrowser: (address) => {
        electron.shell
          .openExternal(address)
          .catch((error: unknown) => warn('The browser did not open.', error));
      },
      openTelLink,
      quitting: () => quitting,
      onMoved: (place) => settings.change({ place }),
      onPageGone: () => {
        listening = false;
        show(NO_STATUS);
      },
      onLoaded: () => serverWindow.close(),
      onLoadFailed: (reason) => {
        warn('The server did not return the page.', reason);
        if (!initialServer.fixed && origin !== null)
          serverWindow.open(origin, t('server.retrying', { origin }));
        loadAfter(RETRY_MS);
      },
      onCrashed: (reason) => {
        warn('The page crashed.', reason);
        loadAfter(RELOAD_MS);
      },
    });
    // Using a closed window throws.
    created.on('closed', () => {
      phone = null;
    });
    return created;
  }

  function loadAfter(ms: number): void {
    const at = loads;
    void wait(ms).then(() => {
      if (at === loads) load();
    });
  }

  function show(next: DesktopStatus): void {
    status = next;
    if (next.lamp !== 'ringing') notification.end();
    keys.update(activeKeys(settings.get().keys, next));
    tray.show(trayFacts());
  }

  function onPageMessage(message: PageMessage): void {
    switch (message.type) {
      case 'listening':
        listening = true;
        break;
      case 'incomingCall':
        notification.show(message.call, isInCall(status));
        break;
      case 'ringEnded':
        notification.end();
        break;
      case 'statusShown':
        show(message.status);
        break;
      default:
        message satisfies never;
    }
  }

  /** A listening page isn't reloaded for a link: it may be in a call. */
  function openTelLink(url: string): void {
    open();
    if (listening) return void command({ type: 'openTelLink', url });
    linkToOpen = url;
    load();
  }

  async function confirmQuit(): Promise<boolean> {
    const question = quitConfirmation(status);
    if (question === null) return true;
    const { response } = await dialog.showMessageBox({
      type: 'warning',
      message: t(question),
      buttons: [t('quit.confirm'), t('quit.cancel')],
      defaultId: 1,
      cancelId: 1,
    });
    return response === 0;
  }

  async function confirmAndQuit(go: () => void): Promise<void> {
    if (!(await confirmQuit())) return;
    quitting = true;
    go();
  }

  function onMenuChoice(choice: TrayAction): void {
    switch (choice) {
      case 'open':
        open();
        break;
      case 'startAtLogin':
      case 'telLinks':
        toggle(choice);
        break;
      case 'changeServer':
        serverWindow.open(origin ?? '', '');
        break;
      case 'restartToUpdate':
        void confirmAndQuit(updates.install);
        break;
      case 'quit':
        app.quit();
        break;
      default:
        command({ type: choice });
    }
  }

  function toggle(setting: 'startAtLogin' | 'telLinks'): void {
    const on = !settings.get()[setting];
    try {
      if (setting === 'startAtLogin') setStartAtLogin(app, system, on);
      else setTelLinks(app, system, on);
      settings.change({ [setting]: on });
    } catch (error) {
      warn('The system rejected the setting.', error);
    }
    tray.show(trayFacts());
  }

  guardPermissions(electron.session.defaultSession, () => origin);
  handlePageMessages(electron.ipcMain, {
    origin: () => origin,
    onMessage: onPageMessage,
    checkForUpdate: updates.check,
    warn,
  });
  Menu.setApplicationMenu(Menu.buildFromTemplate(appMenu(system.platform, t)));
  if (settings.get().telLinks) setTelLinks(app, system, true);
  app.on('open-url', (event, url) => {
    event.preventDefault();
    const link = findTelLink([url]);
    if (link !== null) openTelLink(link);
  });
  app.on('second-instance', (_event, otherArgs) => {
    const link = findTelLink(otherArgs);
    if (link === null) open();
    else openTelLink(link);
  });
  app.on('activate', open);
  app.on('before-quit', (event) => {
    // The system may be shutting down; only a call should delay that.
    quitting ||= quitConfirmation(status) === null;
    if (quitting) return;
    event.preventDefault();
    void confirmAndQuit(() => app.quit());
  });

  if (initialServer.problem !== null) {
    dialog.showErrorBox('Offhook', t('server.environment', { problem: t(initialServer.problem) }));
    quitting = true;
    app.quit();
  } else if (origin === null) serverWindow.open('', '');
  else openPhone(startsHidden(args, app.getLoginItemSettings().wasOpenedAtLogin));
}

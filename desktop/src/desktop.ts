/** The app: what it hears from the page, the person and the system, and what it does then. */

import { join } from 'node:path';
import type { DesktopCommand, DesktopStatus } from '@offhook/contract/desktop';
import type * as Electron from 'electron';
import { CHANNELS } from './core/channels.ts';
import { keysInUse } from './core/keys.ts';
import { startsHidden } from './core/login-entry.ts';
import type { PageMessage } from './core/messages.ts';
import { serverOf } from './core/settings.ts';
import { type Choice, isTalking, NO_STATUS, questionBeforeQuit, type TrayFacts } from './core/status.ts';
import { phoneAddress, telLinkIn } from './core/tel-link.ts';
import { createCallNotice } from './system/call-notice.ts';
import { createDesktopKeys } from './system/keys.ts';
import type { SettingsStore } from './system/settings-store.ts';
import { type System, setStartAtLogin, setTelLinks } from './system/system.ts';
import { createTray } from './system/tray.ts';
import { createUpdates, type UpdateParts } from './system/updates.ts';
import { appMenu } from './windows/app-menu.ts';
import { guardPermissions } from './windows/guards.ts';
import { listenToPage } from './windows/page-messages.ts';
import { createPhoneWindow } from './windows/phone-window.ts';
import { createServerWindow } from './windows/server-window.ts';

/** A server that does not answer is asked again after so long. */
const RETRY_MS = 10_000;
/** A page that has died is loaded again after so long: soon for a call that waits, slowly for one that dies at once. */
const REVIVE_MS = 1_000;

export interface DesktopParts {
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
  readonly updater: UpdateParts['updater'];
  readonly settings: SettingsStore;
  readonly system: System;
  /** Value of OFFHOOK_SERVER. */
  readonly serverFromEnvironment: string | undefined;
  /** Where the built files and the pictures stand. */
  readonly folder: string;
  readonly args: readonly string[];
  readonly fetchPage: (address: string) => Promise<string>;
  readonly wait: (ms: number) => Promise<void>;
  readonly warn: (message: string, detail: unknown) => void;
}

/** To be called once Electron is ready, by the only instance. `firstLink`: a tel: link that came before that. */
export function startDesktop(parts: DesktopParts, firstLink: string | null): void {
  const { electron, settings, system, folder, args, wait, warn } = parts;
  const { app, BrowserWindow, Menu, Notification, dialog } = electron;
  const first = serverOf(parts.serverFromEnvironment, settings.get());
  let origin = first.origin;
  let phone: Electron.BrowserWindow | null = null;
  let status: DesktopStatus = NO_STATUS;
  /** The page has said that it hears commands. */
  let listening = false;
  let quitting = false;
  let linkToOpen = firstLink ?? telLinkIn(args);
  /** Counts the loads: a new one makes the wait for the last one's repetition void. */
  let loads = 0;

  const open = () => {
    if (!phone) return;
    if (phone.isMinimized()) phone.restore();
    phone.show();
    phone.focus();
  };
  const command = (order: DesktopCommand) => phone?.webContents.send(CHANNELS.command, order);
  const notice = createCallNotice({ Notification, app, window: () => phone, open, command });
  const keys = createDesktopKeys(electron.globalShortcut, (type) => command({ type }), warn);
  const updates = createUpdates({
    updater: parts.updater,
    changed: () => tray.show(trayFacts()),
    failed: (reason) => tell('Offhook could not be updated', reason),
    wait,
  });
  const serverWindow = createServerWindow({
    BrowserWindow,
    ipc: electron.ipcMain,
    preload: join(folder, 'server-preload.cjs'),
    page: join(folder, 'server.html'),
    fetchPage: parts.fetchPage,
    chosen: (chosen) => {
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
    serverIsFixed: first.fixed,
  });
  const tray = createTray(
    { Tray: electron.Tray, Menu, pictures: join(folder, 'pictures'), chosen: choose },
    trayFacts(),
  );

  function tell(title: string, body: string): void {
    warn(title, body);
    if (Notification.isSupported()) new Notification({ title, body }).show();
  }

  function load(): void {
    if (!phone || origin === null) return;
    loads += 1;
    const address = phoneAddress(origin, linkToOpen);
    linkToOpen = null;
    // What goes wrong is told by `did-fail-load`.
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
        electron.shell.openExternal(address).catch((error: unknown) => warn('No browser opened.', error));
      },
      openTelLink,
      quitting: () => quitting,
      moved: (place) => settings.change({ place }),
      left: () => {
        listening = false;
        show(NO_STATUS);
      },
      loaded: () => serverWindow.close(),
      unanswered: (reason) => {
        warn('The server gave no page.', reason);
        if (!first.fixed)
          serverWindow.open(origin ?? '', `${origin} does not answer. It is asked again by itself.`);
        loadAfter(RETRY_MS);
      },
      died: (reason) => {
        warn('The page has died.', reason);
        loadAfter(REVIVE_MS);
      },
    });
    // What comes to a window that is gone would be thrown back.
    created.on('closed', () => {
      phone = null;
    });
    return created;
  }

  /** Unless something else is loaded before. */
  function loadAfter(ms: number): void {
    const at = loads;
    void wait(ms).then(() => {
      if (at === loads) load();
    });
  }

  function show(next: DesktopStatus): void {
    status = next;
    if (next.lamp !== 'ringing') notice.end();
    keys.hold(keysInUse(settings.get().keys, next));
    tray.show(trayFacts());
  }

  function heard(message: PageMessage): void {
    switch (message.type) {
      case 'listening':
        listening = true;
        break;
      case 'incomingCall':
        notice.show(message.call, isTalking(status));
        break;
      case 'ringEnded':
        notice.end();
        break;
      case 'statusShown':
        show(message.status);
        break;
      default:
        message satisfies never;
    }
  }

  /** A page that hears is not loaded again for a link: it may be in a call. */
  function openTelLink(url: string): void {
    open();
    if (listening) return void command({ type: 'openTelLink', url });
    linkToOpen = url;
    load();
  }

  /** Whether the phone may go away now. */
  async function mayQuit(): Promise<boolean> {
    const question = questionBeforeQuit(status);
    if (question === null) return true;
    const { response } = await dialog.showMessageBox({
      type: 'warning',
      message: question,
      buttons: ['Quit', 'Cancel'],
      defaultId: 1,
      cancelId: 1,
    });
    return response === 0;
  }

  async function leave(go: () => void): Promise<void> {
    if (!(await mayQuit())) return;
    quitting = true;
    go();
  }

  function choose(choice: Choice): void {
    switch (choice) {
      case 'open':
        open();
        break;
      case 'startAtLogin':
      case 'telLinks':
        flip(choice);
        break;
      case 'changeServer':
        serverWindow.open(origin ?? '', '');
        break;
      case 'restartToUpdate':
        void leave(updates.install);
        break;
      case 'quit':
        app.quit();
        break;
      default:
        command({ type: choice });
    }
  }

  function flip(setting: 'startAtLogin' | 'telLinks'): void {
    const on = !settings.get()[setting];
    try {
      if (setting === 'startAtLogin') setStartAtLogin(app, system, on);
      else setTelLinks(app, system, on);
      settings.change({ [setting]: on });
    } catch (error) {
      warn('The system did not take the setting.', error);
    }
    tray.show(trayFacts());
  }

  guardPermissions(electron.session.defaultSession, () => origin);
  listenToPage(electron.ipcMain, { origin: () => origin, heard, update: updates.look, warn });
  Menu.setApplicationMenu(Menu.buildFromTemplate(appMenu(system.platform)));
  if (settings.get().telLinks) setTelLinks(app, system, true);
  app.on('open-url', (event, url) => {
    event.preventDefault();
    const link = telLinkIn([url]);
    if (link !== null) openTelLink(link);
  });
  app.on('second-instance', (_event, otherArgs) => {
    const link = telLinkIn(otherArgs);
    if (link === null) open();
    else openTelLink(link);
  });
  app.on('activate', open);
  app.on('before-quit', (event) => {
    // The system may be going down, which nothing but a call should hold up.
    quitting ||= questionBeforeQuit(status) === null;
    if (quitting) return;
    event.preventDefault();
    void leave(() => app.quit());
  });

  if (first.error !== null) {
    dialog.showErrorBox('Offhook', first.error);
    quitting = true;
    app.quit();
  } else if (origin === null) serverWindow.open('', '');
  else openPhone(startsHidden(args, app.getLoginItemSettings().wasOpenedAtLogin));
}

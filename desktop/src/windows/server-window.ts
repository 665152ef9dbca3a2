/** The window that asks for the server: on first launch, to change it, and if it doesn't respond. */

import { pathToFileURL } from 'node:url';
import type { BrowserWindow, IpcMain } from 'electron';
import { CHANNELS } from '../core/channels.ts';
import type { DesktopTexts } from '../core/language.ts';
import { EnteredServer } from '../core/messages.ts';
import { serverAddress } from '../core/server-address.ts';
import { HARDENED_PREFERENCES } from './guards.ts';

export type ServerWindow = ReturnType<typeof createServerWindow>;

export interface ServerWindowDeps {
  readonly BrowserWindow: typeof BrowserWindow;
  readonly ipc: Pick<IpcMain, 'handle'>;
  readonly preload: string;
  readonly page: string;
  readonly fetchPage: (address: string) => Promise<string>;
  readonly onChosen: (origin: string) => void;
  readonly t: DesktopTexts;
  /** BCP 47 */
  readonly language: string;
}

const CONFIG_MARKER = 'id="offhook-config"';

export function createServerWindow(deps: ServerWindowDeps) {
  const { BrowserWindow, ipc, preload, page, fetchPage, onChosen, t, language } = deps;
  let shown: BrowserWindow | null = null;

  ipc.handle(CHANNELS.server, async (event, raw: unknown): Promise<string | null> => {
    if (!shown || event.sender !== shown.webContents || !isPage(event.senderFrame?.url))
      return t('server.notAddress');
    const typed = EnteredServer.safeParse(raw);
    const address = serverAddress(typed.success ? typed.data : '');
    if (!address.ok) return t(address.problem);
    const text = await fetchPage(`${address.origin}/`).catch(() => null);
    const { origin } = address;
    if (text === null) return t('server.noAnswer', { origin });
    if (!text.includes(CONFIG_MARKER)) return t('server.notOffhook', { origin });
    onChosen(origin);
    return null;
  });

  const isPage = (address: string | undefined) => address?.split('?')[0] === pathToFileURL(page).href;

  return {
    open: (address: string, problem: string) => {
      shown?.destroy();
      const created = new BrowserWindow({
        width: 420,
        height: 520,
        resizable: false,
        maximizable: false,
        fullscreenable: false,
        title: 'Offhook',
        autoHideMenuBar: true,
        webPreferences: { ...HARDENED_PREFERENCES, preload },
      });
      shown = created;
      created.webContents.on('will-navigate', (event) => event.preventDefault());
      created.webContents.setWindowOpenHandler(() => ({ action: 'deny' }));
      created.on('closed', () => {
        if (shown === created) shown = null;
      });
      void created.loadFile(page, { query: { address, problem, language } });
    },
    close: () => shown?.destroy(),
  };
}

/** The small window that asks for the server's address: at the first start, when it is to change, when it is silent. */

import { pathToFileURL } from 'node:url';
import type { BrowserWindow, IpcMain } from 'electron';
import { CHANNELS } from '../core/channels.ts';
import { TypedServer } from '../core/messages.ts';
import { NOT_AN_ADDRESS, serverAddress } from '../core/server-address.ts';
import { HARDENED } from './guards.ts';

export type ServerWindow = ReturnType<typeof createServerWindow>;

export interface ServerWindowParts {
  readonly BrowserWindow: typeof BrowserWindow;
  readonly ipc: Pick<IpcMain, 'handle'>;
  readonly preload: string;
  /** File of the page. */
  readonly page: string;
  /** The page at this address; refuses when nothing answers. */
  readonly fetchPage: (address: string) => Promise<string>;
  readonly chosen: (origin: string) => void;
}

/** The element of a phone's page that holds its configuration. */
const SIGN = 'id="offhook-config"';

export function createServerWindow(parts: ServerWindowParts) {
  const { BrowserWindow, ipc, preload, page, fetchPage, chosen } = parts;
  let shown: BrowserWindow | null = null;

  ipc.handle(CHANNELS.server, async (event, raw: unknown): Promise<string | null> => {
    if (!shown || event.sender !== shown.webContents || !isPage(event.senderFrame?.url))
      return NOT_AN_ADDRESS;
    const typed = TypedServer.safeParse(raw);
    const address = serverAddress(typed.success ? typed.data : '');
    if (!address.ok) return address.error;
    const text = await fetchPage(`${address.origin}/`).catch(() => null);
    if (text === null) return `${address.origin} does not answer.`;
    if (!text.includes(SIGN)) return `There is no Offhook at ${address.origin}.`;
    chosen(address.origin);
    return null;
  });

  const isPage = (address: string | undefined) => address?.split('?')[0] === pathToFileURL(page).href;

  return {
    /** `problem`: said above the field. */
    open: (address: string, problem: string) => {
      shown?.destroy();
      const own = new BrowserWindow({
        width: 420,
        height: 520,
        resizable: false,
        maximizable: false,
        fullscreenable: false,
        title: 'Offhook',
        autoHideMenuBar: true,
        webPreferences: { ...HARDENED, preload },
      });
      shown = own;
      // It goes nowhere and opens nothing.
      own.webContents.on('will-navigate', (event) => event.preventDefault());
      own.webContents.setWindowOpenHandler(() => ({ action: 'deny' }));
      own.on('closed', () => {
        if (shown === own) shown = null;
      });
      void own.loadFile(page, { query: { address, problem } });
    },
    close: () => shown?.destroy(),
  };
}

/** What the page that asks for the server's address sees of the app. */
import { contextBridge, ipcRenderer } from 'electron';
import { CHANNELS } from './core/channels.ts';

contextBridge.exposeInMainWorld('server', {
  /** A sentence about what is wrong; null: it is taken, and the phone opens. */
  choose: (typed: string): Promise<string | null> => ipcRenderer.invoke(CHANNELS.server, String(typed)),
});

/** The only part of the app that the server page can access. */
import { contextBridge, ipcRenderer } from 'electron';
import { CHANNELS } from './core/channels.ts';

contextBridge.exposeInMainWorld('server', {
  choose: (typed: string): Promise<string | null> => ipcRenderer.invoke(CHANNELS.server, String(typed)),
});

/** All that the phone's page sees of the app. It runs in the page's sandbox, in a world of its own. */
import { contextBridge, ipcRenderer } from 'electron';
import { createBridge } from './windows/bridge.ts';

contextBridge.exposeInMainWorld('desktop', createBridge(ipcRenderer));

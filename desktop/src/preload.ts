/** The only part of the app that the phone page can access. Runs in an isolated world. */
import { contextBridge, ipcRenderer } from 'electron';
import { createBridge } from './windows/bridge.ts';

contextBridge.exposeInMainWorld('desktop', createBridge(ipcRenderer));

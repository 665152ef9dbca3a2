/** `window.desktop`: each function sends one fixed message. */

import type { DesktopBridge } from '@offhook/contract/desktop';
import type { IpcRenderer } from 'electron';
import { CHANNELS } from '../core/channels.ts';
import type { PageMessage } from '../core/messages.ts';

export function createBridge(ipc: Pick<IpcRenderer, 'send' | 'invoke' | 'on'>): Required<DesktopBridge> {
  const send = (message: PageMessage) => ipc.send(CHANNELS.pageMessage, message);
  let handler: ((command: unknown) => void) | null = null;
  // Don't pass the event: it exposes the IPC channel.
  ipc.on(CHANNELS.command, (_event, command: unknown) => handler?.(command));
  return {
    incomingCall: (call) => send({ type: 'incomingCall', call }),
    ringEnded: () => send({ type: 'ringEnded' }),
    showStatus: (status) => send({ type: 'statusShown', status }),
    update: async () => {
      await ipc.invoke(CHANNELS.update);
    },
    onCommand: (received) => {
      handler = received;
      send({ type: 'listening' });
    },
  };
}

/** `window.desktop`: each function one message, and no way to send any other. */

import type { DesktopBridge } from '@offhook/contract/desktop';
import type { IpcRenderer } from 'electron';
import { CHANNELS } from '../core/channels.ts';
import type { PageMessage } from '../core/messages.ts';

export function createBridge(ipc: Pick<IpcRenderer, 'send' | 'invoke' | 'on'>): Required<DesktopBridge> {
  const tell = (message: PageMessage) => ipc.send(CHANNELS.told, message);
  let hear: ((command: unknown) => void) | null = null;
  // The event itself would hand out the channel.
  ipc.on(CHANNELS.command, (_event, command: unknown) => hear?.(command));
  return {
    incomingCall: (call) => tell({ type: 'incomingCall', call }),
    ringEnded: () => tell({ type: 'ringEnded' }),
    showStatus: (status) => tell({ type: 'statusShown', status }),
    update: async () => {
      await ipc.invoke(CHANNELS.update);
    },
    onCommand: (heard) => {
      hear = heard;
      tell({ type: 'listening' });
    },
  };
}

/** What the phone's page tells the main process. Nobody else is listened to, and nothing else is understood. */
import type { IpcMain, IpcMainEvent, IpcMainInvokeEvent } from 'electron';
import { CHANNELS } from '../core/channels.ts';
import { PageMessage } from '../core/messages.ts';
import { isOf } from '../core/navigation.ts';

export interface PageListener {
  /** Of the server whose page may speak; null: none. */
  readonly origin: () => string | null;
  readonly heard: (message: PageMessage) => void;
  /** The look for an update. */
  readonly update: () => Promise<void>;
  readonly warn: (message: string, detail: unknown) => void;
}

export function listenToPage(
  ipc: Pick<IpcMain, 'on' | 'handle'>,
  { origin, heard, update, warn }: PageListener,
): void {
  const isOwn = ({ senderFrame }: IpcMainEvent | IpcMainInvokeEvent): boolean => {
    const own = origin();
    return own !== null && senderFrame !== null && senderFrame.parent === null && isOf(senderFrame.url, own);
  };
  ipc.on(CHANNELS.told, (event, raw: unknown) => {
    if (!isOwn(event)) return warn('A stranger spoke to the app.', event.senderFrame?.origin);
    const message = PageMessage.safeParse(raw);
    if (message.success) heard(message.data);
    else warn('The page said something that is not understood.', message.error);
  });
  ipc.handle(CHANNELS.update, async (event) => {
    if (isOwn(event)) await update();
    else warn('A stranger asked for an update.', event.senderFrame?.origin);
  });
}

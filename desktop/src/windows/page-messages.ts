/** Handles messages from the phone page; ignores other senders and invalid messages. */
import type { IpcMain, IpcMainEvent, IpcMainInvokeEvent } from 'electron';
import { CHANNELS } from '../core/channels.ts';
import { PageMessage } from '../core/messages.ts';
import { isServerPage } from '../core/navigation.ts';

export interface PageMessageHandlers {
  readonly origin: () => string | null;
  readonly onMessage: (message: PageMessage) => void;
  readonly checkForUpdate: () => Promise<void>;
  readonly warn: (message: string, detail: unknown) => void;
}

export function handlePageMessages(
  ipc: Pick<IpcMain, 'on' | 'handle'>,
  { origin, onMessage, checkForUpdate, warn }: PageMessageHandlers,
): void {
  const isFromPhonePage = ({ senderFrame }: IpcMainEvent | IpcMainInvokeEvent): boolean => {
    const serverOrigin = origin();
    return (
      serverOrigin !== null &&
      senderFrame !== null &&
      senderFrame.parent === null &&
      isServerPage(senderFrame.url, serverOrigin)
    );
  };
  ipc.on(CHANNELS.pageMessage, (event, raw: unknown) => {
    if (!isFromPhonePage(event))
      return warn('Ignored a message from another page.', event.senderFrame?.origin);
    const message = PageMessage.safeParse(raw);
    if (message.success) onMessage(message.data);
    else warn('Ignored an invalid message.', message.error);
  });
  ipc.handle(CHANNELS.update, async (event) => {
    if (isFromPhonePage(event)) await checkForUpdate();
    else warn('Ignored an update request from another page.', event.senderFrame?.origin);
  });
}

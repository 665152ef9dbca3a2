/** Joins the phone to the desktop app that its page runs in: the app shows how it is, and hands in what the hand does. */
import { type DesktopBridge, DesktopCommand, type DesktopStatus } from '@offhook/contract/desktop';
import * as z from 'zod/mini';
import { commandClick, desktopStatus } from '../../core/session/desktop-link.ts';
import type { Phone } from '../../phone.ts';

/** An app older than this page has less of the bridge, and one that is newer orders what is not known here. */
export function joinDesktop(
  desktop: DesktopBridge,
  phone: Pick<Phone, 'getState' | 'listen' | 'click'>,
  warn: (message: string, error: unknown) => void,
): void {
  let shown: DesktopStatus | null = null;
  const show = () => {
    const status = desktopStatus(phone.getState());
    if (shown?.lamp === status.lamp && shown.muted === status.muted) return;
    shown = status;
    desktop.showStatus?.(status);
  };
  phone.listen(show);
  show();
  desktop.onCommand?.((raw) => {
    const command = z.safeParse(DesktopCommand, raw);
    if (command.success) phone.click(commandClick(command.data));
    else warn('The desktop app ordered something that is not understood.', command.error);
  });
}

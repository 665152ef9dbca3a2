import { type DesktopBridge, DesktopCommand, type DesktopStatus } from '@offhook/contract/desktop';
import * as z from 'zod/mini';
import { commandClick, desktopStatus } from '../../core/session/desktop-link.ts';
import type { Phone } from '../../phone.ts';

/** An older app has fewer methods; a newer one may send unknown commands. */
export function connectDesktop(
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
    else warn('The desktop app sent an unknown command.', command.error);
  });
}

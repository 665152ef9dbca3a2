/** The desktop app, when the page runs in one: it raises its own notification of a call, and updates itself. */
import type { DesktopBridge, IncomingCall } from '@offhook/contract/desktop';

declare global {
  interface Window {
    readonly desktop?: DesktopBridge;
  }
}

type Page = Pick<Window, 'desktop'>;

export function notifyDesktop({ desktop }: Page, call: IncomingCall): void {
  desktop?.incomingCall?.(call);
}

export function endDesktopNotice({ desktop }: Page): void {
  desktop?.ringEnded?.();
}

/** Resolves when there is nothing more to wait for; the app tells by itself what went wrong. */
export async function updateDesktop({ desktop }: Page): Promise<void> {
  await desktop?.update?.();
}

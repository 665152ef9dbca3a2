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

export async function updateDesktop({ desktop }: Page): Promise<void> {
  await desktop?.update?.();
}

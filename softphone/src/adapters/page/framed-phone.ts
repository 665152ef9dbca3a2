import { FramedPhoneCommand, type FramedPhoneMessage } from '@offhook/contract/client/framed-phone';
import type { DesktopBridge } from '@offhook/contract/desktop';
import * as z from 'zod/mini';

type Page = Pick<Window, 'parent'> & { readonly location: Pick<Location, 'origin'> } & Pick<
    EventTarget,
    'addEventListener'
  >;

/** To the page around the phone, what the desktop app's bridge is to the app; null outside a frame. */
export function frameBridge(page: Page & Pick<Window, 'self'>): DesktopBridge | null {
  if (page.parent === page.self) return null;
  return {
    showStatus: (status) => {
      const message: FramedPhoneMessage = { type: 'offhookPhone', status };
      page.parent.postMessage(message, page.location.origin);
    },
    onCommand: (listener) =>
      page.addEventListener('message', (event) => {
        const { source, origin, data } = event as MessageEvent;
        if (source !== page.parent || origin !== page.location.origin) return;
        const message = z.safeParse(FramedPhoneCommand, data);
        if (message.success) listener(message.data.command);
      }),
  };
}

import type { FramedPhoneMessage } from '@offhook/contract/client/framed-phone';
import type { DesktopBridge } from '@offhook/contract/desktop';

type Page = Pick<Window, 'parent'> & { readonly location: Pick<Location, 'origin'> };

/** The page around the phone gets its status as the desktop app does; null outside a frame. */
export function frameBridge(page: Page & Pick<Window, 'self'>): DesktopBridge | null {
  if (page.parent === page.self) return null;
  return {
    showStatus: (status) => {
      const message: FramedPhoneMessage = { type: 'offhookPhone', status };
      page.parent.postMessage(message, page.location.origin);
    },
  };
}

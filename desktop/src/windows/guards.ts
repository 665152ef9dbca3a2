import type { Session, WebContents } from 'electron';
import { destination } from '../core/navigation.ts';
import { isAllowed, type PermissionRequest } from '../core/permissions.ts';

export const HARDENED_PREFERENCES = {
  contextIsolation: true,
  sandbox: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  webviewTag: false,
  navigateOnDragDrop: false,
} as const;

export interface NavigationHandlers {
  readonly origin: () => string | null;
  readonly openInBrowser: (address: string) => void;
  readonly openTelLink: (link: string) => void;
}

/** Guards main frames and their redirects; embedded frames are limited by the page's Content-Security-Policy. */
export function guardNavigation(
  contents: WebContents,
  { origin, openInBrowser, openTelLink }: NavigationHandlers,
): void {
  const follow = (address: string, where: 'here' | 'newWindow'): boolean => {
    const serverOrigin = origin();
    const to = serverOrigin === null ? 'blocked' : destination(address, serverOrigin, where);
    if (to === 'browser') openInBrowser(address);
    if (to === 'phone') openTelLink(address);
    return to === 'stay';
  };
  contents.on('will-navigate', (event) => {
    if (!follow(event.url, 'here')) event.preventDefault();
  });
  contents.on('will-redirect', (event) => {
    if (event.isMainFrame && !follow(event.url, 'here')) event.preventDefault();
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    follow(url, 'newWindow');
    return { action: 'deny' };
  });
}

export function guardPermissions(
  session: Pick<
    Session,
    'setPermissionCheckHandler' | 'setPermissionRequestHandler' | 'setDevicePermissionHandler'
  >,
  origin: () => string | null,
): void {
  const allowed = (request: PermissionRequest) => {
    const serverOrigin = origin();
    return serverOrigin !== null && isAllowed(request, serverOrigin);
  };
  session.setPermissionCheckHandler((_contents, permission, requester, { isMainFrame, mediaType }) =>
    allowed({ permission, requester, isMainFrame, media: mediaType ? [mediaType] : [] }),
  );
  session.setPermissionRequestHandler((_contents, permission, respond, details) => {
    const media = 'mediaTypes' in details ? (details.mediaTypes ?? []) : [];
    respond(
      allowed({ permission, requester: details.requestingUrl, isMainFrame: details.isMainFrame, media }),
    );
  });
  session.setDevicePermissionHandler(() => false);
}

/** What pages may not do: leave our server, open windows, use the computer. */
import type { Session, WebContents } from 'electron';
import { destination } from '../core/navigation.ts';
import { type Asked, isAllowed } from '../core/permissions.ts';

/** What a page gets of Node, and of the app: nothing but what the preload hands out. */
export const HARDENED = {
  contextIsolation: true,
  sandbox: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  webviewTag: false,
  navigateOnDragDrop: false,
} as const;

export interface Exits {
  readonly origin: () => string | null;
  readonly openInBrowser: (address: string) => void;
  readonly openTelLink: (link: string) => void;
}

/** Main frames and their redirects; a frame inside is held by the page's own Content-Security-Policy. */
export function guardNavigation(contents: WebContents, { origin, openInBrowser, openTelLink }: Exits): void {
  const follow = (address: string, where: 'here' | 'newWindow'): boolean => {
    const own = origin();
    const to = own === null ? 'refused' : destination(address, own, where);
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
  const allowed = (asked: Asked) => {
    const own = origin();
    return own !== null && isAllowed(asked, own);
  };
  session.setPermissionCheckHandler((_contents, permission, by, { isMainFrame, mediaType }) =>
    allowed({ permission, by, isMainFrame, media: mediaType ? [mediaType] : [] }),
  );
  session.setPermissionRequestHandler((_contents, permission, answer, details) => {
    const media = 'mediaTypes' in details ? (details.mediaTypes ?? []) : [];
    answer(allowed({ permission, by: details.requestingUrl, isMainFrame: details.isMainFrame, media }));
  });
  session.setDevicePermissionHandler(() => false);
}

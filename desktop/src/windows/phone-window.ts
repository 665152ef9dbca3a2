/** The window in which the phone lives. To close it hides it: calls go on coming. */
import type { BrowserWindow } from 'electron';
import { openingPlace, type Place, SMALLEST } from '../core/window-place.ts';
import { type Exits, guardNavigation, HARDENED } from './guards.ts';

export interface PhoneWindowParts extends Exits {
  readonly BrowserWindow: typeof BrowserWindow;
  readonly preload: string;
  readonly place: Place | null;
  /** Of the screens, without menu and task bars. */
  readonly areas: readonly Place[];
  readonly hidden: boolean;
  readonly quitting: () => boolean;
  readonly moved: (place: Place) => void;
  /** Another page has come, or its process is gone: what the last one said is over. */
  readonly left: () => void;
  readonly loaded: () => void;
  /** The server gave no page. */
  readonly unanswered: (reason: string) => void;
  /** The page was there, and its process is gone. */
  readonly died: (reason: string) => void;
}

/** The network error of a page that another one took the place of while it was loading. */
const ABORTED = -3;

export function createPhoneWindow(parts: PhoneWindowParts): BrowserWindow {
  const { BrowserWindow, preload, place, areas, hidden, quitting, moved, left, loaded, unanswered, died } =
    parts;
  const phone = new BrowserWindow({
    ...openingPlace(place, areas),
    minWidth: SMALLEST.width,
    minHeight: SMALLEST.height,
    title: 'Offhook',
    show: !hidden,
    autoHideMenuBar: true,
    webPreferences: {
      ...HARDENED,
      preload,
      // A window that nobody sees is a phone all the same: it answers a ring within the moment, and is heard.
      backgroundThrottling: false,
      autoplayPolicy: 'no-user-gesture-required',
    },
  });
  guardNavigation(phone.webContents, parts);
  phone.on('close', (event) => {
    moved(phone.getNormalBounds());
    if (quitting()) return;
    event.preventDefault();
    phone.hide();
  });
  phone.on('focus', () => phone.flashFrame(false));
  phone.webContents.on('did-navigate', () => left());
  phone.webContents.on('did-finish-load', () => loaded());
  phone.webContents.on('render-process-gone', (_event, { reason }) => {
    left();
    if (reason !== 'clean-exit') died(reason);
  });
  phone.webContents.on('did-fail-load', (_event, code, reason, _address, isMainFrame) => {
    if (isMainFrame && code !== ABORTED) unanswered(reason);
  });
  return phone;
}

/** The phone's window. Closing it only hides it, so that calls keep coming in. */
import type { BrowserWindow } from 'electron';
import { initialBounds, MIN_SIZE, type WindowBounds } from '../core/window-bounds.ts';
import { guardNavigation, HARDENED_PREFERENCES, type NavigationHandlers } from './guards.ts';

export interface PhoneWindowDeps extends NavigationHandlers {
  readonly BrowserWindow: typeof BrowserWindow;
  readonly preload: string;
  readonly place: WindowBounds | null;
  readonly areas: readonly WindowBounds[];
  readonly hidden: boolean;
  readonly quitting: () => boolean;
  readonly onMoved: (place: WindowBounds) => void;
  /** The page navigated away or crashed: its last status no longer applies. */
  readonly onPageGone: () => void;
  readonly onLoaded: () => void;
  readonly onLoadFailed: (reason: string) => void;
  readonly onCrashed: (reason: string) => void;
}

/** net::ERR_ABORTED: another navigation replaced this one. */
const ERR_ABORTED = -3;

export function createPhoneWindow(deps: PhoneWindowDeps): BrowserWindow {
  const {
    BrowserWindow,
    preload,
    place,
    areas,
    hidden,
    quitting,
    onMoved,
    onPageGone,
    onLoaded,
    onLoadFailed,
    onCrashed,
  } = deps;
  const phone = new BrowserWindow({
    ...initialBounds(place, areas),
    minWidth: MIN_SIZE.width,
    minHeight: MIN_SIZE.height,
    title: 'Offhook',
    show: !hidden,
    autoHideMenuBar: true,
    webPreferences: {
      ...HARDENED_PREFERENCES,
      preload,
      // A hidden window must still react to rings immediately and play audio.
      backgroundThrottling: false,
      autoplayPolicy: 'no-user-gesture-required',
    },
  });
  guardNavigation(phone.webContents, deps);
  phone.on('close', (event) => {
    onMoved(phone.getNormalBounds());
    if (quitting()) return;
    event.preventDefault();
    phone.hide();
  });
  phone.on('focus', () => phone.flashFrame(false));
  phone.webContents.on('did-navigate', () => onPageGone());
  phone.webContents.on('did-finish-load', () => onLoaded());
  phone.webContents.on('render-process-gone', (_event, { reason }) => {
    onPageGone();
    if (reason !== 'clean-exit') onCrashed(reason);
  });
  phone.webContents.on('did-fail-load', (_event, code, reason, _address, isMainFrame) => {
    if (isMainFrame && code !== ERR_ABORTED) onLoadFailed(reason);
  });
  return phone;
}

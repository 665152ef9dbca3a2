/**
 * Word of an incoming call for an agent who does not look at the phone: the desktop wrapper's own notification, or
 * the browser's while the page is hidden. It goes when the ring goes.
 */
import { notifyDesktop } from './desktop.ts';

export interface CallNotification {
  /** Asks for the right to notify, if nobody has been asked yet; to be called soon after a click. */
  readonly ask: () => void;
  readonly show: (title: string, name: string) => void;
  readonly close: () => void;
}

/** What of the browser is used. */
export interface NotifyingWindow extends Pick<Window, 'desktop' | 'focus'> {
  readonly document: Pick<Document, 'hidden'>;
  /** Some browsers on phones have none. */
  readonly Notification?: typeof Notification | undefined;
}

export function createCallNotification(
  page: NotifyingWindow,
  warn: (message: string, error: unknown) => void,
): CallNotification {
  // The wrapper has its own.
  const api = page.desktop ? undefined : page.Notification;
  let shown: Notification | null = null;

  function close(): void {
    shown?.close();
    shown = null;
  }

  return {
    ask: () => {
      if (api?.permission !== 'default') return;
      api.requestPermission().catch((error: unknown) => warn('Nobody could be asked to allow it.', error));
    },
    show: (title, name) => {
      notifyDesktop(page, title, name);
      if (!page.document.hidden || api?.permission !== 'granted') return;
      close();
      try {
        // The phone rings by itself; a second ring takes the place of the first one's word.
        shown = new api(title, { body: name, tag: 'offhook-call', silent: true, requireInteraction: true });
      } catch (error) {
        warn('The incoming call could not be notified.', error);
        return;
      }
      shown.addEventListener('click', () => {
        page.focus();
        close();
      });
    },
    close,
  };
}

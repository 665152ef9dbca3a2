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

export function createCallNotification(warn: (message: string, error: unknown) => void): CallNotification {
  // The wrapper has its own, and some browsers on phones have none.
  const api = window.desktop ? undefined : window.Notification;
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
      notifyDesktop(title, name);
      if (!document.hidden || api?.permission !== 'granted') return;
      close();
      try {
        // The phone rings by itself; a second ring takes the place of the first one's word.
        shown = new api(title, { body: name, tag: 'offhook-call', silent: true, requireInteraction: true });
      } catch (error) {
        warn('The incoming call could not be notified.', error);
        return;
      }
      shown.addEventListener('click', () => {
        window.focus();
        close();
      });
    },
    close,
  };
}

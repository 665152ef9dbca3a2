/** Announces an incoming call through the desktop app, or through the browser while the page is hidden. */
import { t } from '@offhook/i18n/phone';
import { endDesktopNotice, notifyDesktop } from './desktop.ts';

export type CallNotification = ReturnType<typeof createCallNotification>;

export interface NotifyingWindow extends Pick<Window, 'desktop' | 'focus'> {
  readonly document: Pick<Document, 'hidden'>;
  /** Missing in some mobile browsers. */
  readonly Notification?: typeof Notification | undefined;
  readonly navigator?: Partial<Pick<Navigator, 'setAppBadge' | 'clearAppBadge'>>;
}

const TAG = 'offhook-call';

/** Only a service worker's notifications have buttons; the DOM types lack them. */
interface NotificationWithButtons extends NotificationOptions {
  readonly actions: readonly { readonly action: 'accept' | 'ignore'; readonly title: string }[];
}

/** @param worker resolves when notifications can have buttons; to null if they never can */
export function createCallNotification(
  page: NotifyingWindow,
  worker: Promise<ServiceWorkerRegistration | null>,
  warn: (message: string, error: unknown) => void,
) {
  // The desktop app shows its own notifications.
  const api = page.desktop ? undefined : page.Notification;
  let shown: { close: () => void } | null = null;
  const failed = (error: unknown) => warn('The notification could not be shown.', error);
  let notifier: ReturnType<typeof createNotifier> | null = null;
  worker.then((registration) => {
    if (registration) notifier = createNotifier(registration, failed);
  }, failed);

  function close(): void {
    shown?.close();
    shown = null;
    page.navigator?.clearAppBadge?.().catch(() => undefined);
  }

  function showInPage(PageNotification: typeof Notification, title: string, options: NotificationOptions) {
    const notification = new PageNotification(title, options);
    notification.addEventListener('click', () => {
      page.focus();
      close();
    });
    return notification;
  }

  return {
    /** @param from who transfers the call, or invites to it */
    show: (title: string, name: string, answer: string, from = '') => {
      notifyDesktop(page, { title, name, answer, ...(from !== '' && { from }) });
      close();
      page.navigator?.setAppBadge?.().catch(() => undefined);
      if (!page.document.hidden || api?.permission !== 'granted') return;
      // Silent, because the page plays the ring sound.
      const body = [name, from].filter((line) => line !== '').join('\n');
      const options = { body, tag: TAG, silent: true, requireInteraction: true };
      try {
        shown = notifier ? notifier(title, options, answer) : showInPage(api, title, options);
      } catch (error) {
        failed(error);
      }
    },
    close: () => {
      endDesktopNotice(page);
      close();
    },
  };
}

/** Runs in order, so that closing one notification never closes the next. */
function createNotifier(registration: ServiceWorkerRegistration, failed: (error: unknown) => void) {
  let queue = Promise.resolve();
  const enqueue = (act: () => Promise<void>) => {
    queue = queue.then(act).catch(failed);
  };
  const close = () =>
    enqueue(async () => {
      for (const notification of await registration.getNotifications({ tag: TAG })) notification.close();
    });
  return (title: string, options: NotificationOptions, answer: string) => {
    const withButtons: NotificationWithButtons = {
      ...options,
      icon: '/icons/icon-192.png',
      actions: [
        { action: 'accept', title: answer },
        { action: 'ignore', title: t('ring.ignore') },
      ],
    };
    enqueue(() => registration.showNotification(title, withButtons));
    return { close };
  };
}

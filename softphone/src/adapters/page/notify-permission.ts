/** The browser's permission to notify: now, at each change, and after the agent was asked. */
import type { NotifyPermission } from '../../core/audio/audio-state.ts';

/** The parts of the browser that are used. */
export interface AskingWindow extends Pick<Window, 'desktop'> {
  /** Some mobile browsers have none. */
  readonly Notification?: Pick<typeof Notification, 'permission' | 'requestPermission'> | undefined;
  readonly navigator: { readonly permissions?: Pick<Permissions, 'query'> | undefined };
}

export type NotifyPermissionWatch = ReturnType<typeof watchNotifyPermission>;

export function watchNotifyPermission(
  page: AskingWindow,
  found: (permission: NotifyPermission) => void,
  warn: (message: string, error: unknown) => void,
) {
  // The desktop app shows its own notifications and needs no permission.
  const api = page.desktop ? undefined : page.Notification;
  const tell = () => {
    if (api) found(api.permission);
  };
  tell();
  if (api) {
    page.navigator.permissions?.query({ name: 'notifications' }).then(
      (status) => {
        status.onchange = tell;
      },
      // Not every browser reports changes; then the next page load reads the permission.
      () => {},
    );
  }
  return {
    /** Opens the browser's own prompt; to be called soon after a click. */
    ask: () => {
      if (api?.permission !== 'default') return;
      api.requestPermission().then(tell, (error: unknown) => warn('The permission prompt failed.', error));
    },
  };
}

import type { NotifyPermission } from '../../core/audio/audio-state.ts';

export interface PermissionWindow extends Pick<Window, 'desktop'> {
  readonly Notification?: Pick<typeof Notification, 'permission' | 'requestPermission'> | undefined;
  readonly navigator: { readonly permissions?: Pick<Permissions, 'query'> | undefined };
}

export type NotifyPermissionWatch = ReturnType<typeof watchNotifyPermission>;

export function watchNotifyPermission(
  page: PermissionWindow,
  onPermission: (permission: NotifyPermission) => void,
  warn: (message: string, error: unknown) => void,
) {
  // The desktop app shows its own notifications and needs no permission.
  const api = page.desktop ? undefined : page.Notification;
  const report = () => {
    if (api) onPermission(api.permission);
  };
  report();
  if (api) {
    page.navigator.permissions?.query({ name: 'notifications' }).then(
      (status) => {
        status.onchange = report;
      },
      // Not every browser reports changes.
      () => {},
    );
  }
  return {
    /** Call this soon after a click, as browsers require. */
    request: () => {
      if (api?.permission !== 'default') return;
      api.requestPermission().then(report, (error: unknown) => warn('The permission prompt failed.', error));
    },
  };
}

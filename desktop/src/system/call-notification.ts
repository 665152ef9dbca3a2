/** Announces an incoming call: shows a notification, raises the window, flashes the dock or taskbar icon. */

import type { DesktopCommand, IncomingCall } from '@offhook/contract/desktop';
import type { App, BrowserWindow, Notification } from 'electron';
import type { DesktopTexts } from '../core/language.ts';

export type CallNotification = ReturnType<typeof createCallNotification>;

export interface CallNotificationDeps {
  readonly Notification: {
    new (options: Electron.NotificationConstructorOptions): Notification;
    isSupported(): boolean;
  };
  readonly app: Pick<App, 'dock'>;
  readonly window: () => BrowserWindow | null;
  readonly open: () => void;
  readonly command: (command: DesktopCommand) => void;
  readonly t: DesktopTexts;
}

const ACTIONS = [
  { text: 'call.accept', command: { type: 'accept' } },
  { text: 'call.ignore', command: { type: 'ignore' } },
] as const;

export function createCallNotification(deps: CallNotificationDeps) {
  const { Notification, app, window, open, command, t } = deps;
  let shown: Notification | null = null;
  let bouncing: number | null = null;

  function end(): void {
    const last = shown;
    shown = null;
    last?.close();
    window()?.flashFrame(false);
    if (bouncing !== null && bouncing !== -1) app.dock?.cancelBounce(bouncing);
    bouncing = null;
  }

  function notify(call: IncomingCall, alreadyAccepted: boolean): void {
    if (!Notification.isSupported()) return;
    const notification = new Notification({
      title: call.title,
      body: call.from === undefined ? call.name : `${call.name}\n${call.from}`.trim(),
      // The page plays the ringtone.
      silent: true,
      ...(alreadyAccepted
        ? {}
        : {
            urgency: 'critical',
            timeoutType: 'never',
            actions: ACTIONS.map(({ command: { type }, text }) => ({
              type: 'button' as const,
              text: (type === 'accept' ? call.answer : undefined) ?? t(text),
            })),
          }),
    });
    // The notification of an earlier ring must not answer this one.
    const isCurrent = () => shown === notification;
    notification.on('click', () => {
      if (isCurrent()) open();
    });
    notification.on('action', (event, index) => {
      const action = ACTIONS[event.actionIndex ?? index];
      if (!isCurrent() || !action) return;
      command(action.command);
      end();
      if (action.command.type === 'accept') open();
    });
    shown = notification;
    notification.show();
  }

  return {
    show: (call: IncomingCall, alreadyAccepted: boolean) => {
      end();
      notify(call, alreadyAccepted);
      const phone = window();
      // Don't take focus: typing in another program must not answer the call.
      phone?.showInactive();
      phone?.moveTop();
      if (alreadyAccepted || !phone || phone.isFocused()) return;
      phone.flashFrame(true);
      bouncing = app.dock?.bounce('critical') ?? null;
    },
    end,
  };
}

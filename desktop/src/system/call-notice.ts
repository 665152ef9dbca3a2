/** Word of an incoming call: the system's notification, the window raised, the dock or the task bar flashing. */

import type { DesktopCommand, IncomingCall } from '@offhook/contract/desktop';
import type { App, BrowserWindow, Notification } from 'electron';

export type CallNotice = ReturnType<typeof createCallNotice>;

export interface NoticeParts {
  readonly Notification: {
    new (options: Electron.NotificationConstructorOptions): Notification;
    isSupported(): boolean;
  };
  readonly app: Pick<App, 'dock'>;
  readonly window: () => BrowserWindow | null;
  readonly open: () => void;
  readonly command: (command: DesktopCommand) => void;
}

/** In the order in which they stand on the notification; a system that has no actions leaves them out. */
const ACTIONS = [
  { text: 'Accept', command: { type: 'accept' } },
  { text: 'Ignore', command: { type: 'ignore' } },
] as const;

export function createCallNotice({ Notification, app, window, open, command }: NoticeParts) {
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

  function notify(call: IncomingCall, taken: boolean): void {
    if (!Notification.isSupported()) return;
    const notification = new Notification({
      title: call.title,
      body: call.name,
      // The phone rings by itself.
      silent: true,
      ...(taken
        ? {}
        : {
            urgency: 'critical',
            timeoutType: 'never',
            actions: ACTIONS.map(({ command: { type }, text }) => ({
              type: 'button' as const,
              text: type === 'accept' ? (call.answer ?? text) : text,
            })),
          }),
    });
    // One that was shown for an earlier ring must not answer this one.
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
    /** `taken`: the phone has accepted it by itself already. */
    show: (call: IncomingCall, taken: boolean) => {
      end();
      notify(call, taken);
      const phone = window();
      // It comes to the front without the keyboard: what is being typed elsewhere must not answer the call.
      phone?.showInactive();
      phone?.moveTop();
      if (taken || !phone || phone.isFocused()) return;
      phone.flashFrame(true);
      bouncing = app.dock?.bounce('critical') ?? null;
    },
    end,
  };
}

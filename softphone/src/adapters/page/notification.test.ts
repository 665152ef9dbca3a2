import { expect, test, vi } from 'vitest';
import { createCallNotification, type NotifyingWindow } from './notification.ts';

function browser(permission: NotificationPermission, rest: Partial<NotifyingWindow> = {}) {
  const open = new Set<Shown>();
  class Shown extends EventTarget {
    static readonly permission = permission;
    readonly title: string;
    readonly body: string | undefined;
    readonly silent: boolean | null | undefined;
    constructor(title: string, { body, silent }: NotificationOptions = {}) {
      super();
      this.title = title;
      this.body = body;
      this.silent = silent;
      open.add(this);
    }
    close(): void {
      open.delete(this);
    }
  }
  const focus = vi.fn();
  const warn = vi.fn();
  const page: NotifyingWindow = {
    document: { hidden: true },
    focus,
    Notification: Shown as unknown as typeof Notification,
    ...rest,
  };
  const notification = createCallNotification(page, Promise.resolve(null), warn);
  return { notification, open, focus, warn };
}

test("a call in a hidden tab shows a silent notification with its title and the caller's name", () => {
  const { notification, open } = browser('granted');
  notification.show('Incoming Lead!', 'Lee Day', 'Call');
  expect([...open]).toMatchObject([{ title: 'Incoming Lead!', body: 'Lee Day', silent: true }]);
});

test('the notification of a transfer says who transfers it', () => {
  const { notification, open } = browser('granted');
  notification.show('Incoming Transfer!', 'Lee Day', 'Accept', 'Transfer from Ben Okafor');
  expect([...open]).toMatchObject([{ body: 'Lee Day\nTransfer from Ben Okafor' }]);
});

test('the notification closes when the ring ends', () => {
  const { notification, open } = browser('granted');
  notification.show('Incoming Lead!', 'Lee Day', 'Call');
  notification.close();
  expect(open.size).toBe(0);
  notification.close();
});

test('a click on the notification focuses the window and closes it', () => {
  const { notification, open, focus } = browser('granted');
  notification.show('Incoming Lead!', 'Lee Day', 'Call');
  for (const shown of open) shown.dispatchEvent(new Event('click'));
  expect(focus).toHaveBeenCalledOnce();
  expect(open.size).toBe(0);
});

test("a second ring's notification replaces the first one", () => {
  const { notification, open } = browser('granted');
  notification.show('Incoming Lead!', 'Lee Day', 'Call');
  notification.show('Main line', 'Ann Other', 'Call');
  expect([...open].map(({ title }) => title)).toEqual(['Main line']);
});

test.each<[string, NotificationPermission, Partial<NotifyingWindow>]>([
  ['while the page is visible', 'granted', { document: { hidden: false } }],
  ['without permission', 'denied', {}],
  ['before the permission was requested', 'default', {}],
  ['in a browser without notifications', 'granted', { Notification: undefined }],
])('no notification is shown %s', (_, permission, rest) => {
  const { notification, open, warn } = browser(permission, rest);
  notification.show('Incoming Lead!', 'Lee Day', 'Call');
  notification.close();
  expect(open.size).toBe(0);
  expect(warn).not.toHaveBeenCalled();
});

test("a notification that fails doesn't stop the ring", () => {
  const FailingNotification = class {
    static readonly permission = 'granted';
    constructor() {
      throw new TypeError('Use a service worker.');
    }
  };
  const { notification, warn } = browser('granted', {
    Notification: FailingNotification as unknown as typeof Notification,
  });
  notification.show('Incoming Lead!', 'Lee Day', 'Call');
  expect(warn).toHaveBeenCalledOnce();
});

test('the desktop app is notified instead, even if its window is visible', () => {
  const incomingCall = vi.fn();
  const ringEnded = vi.fn();
  const { notification, open } = browser('default', {
    desktop: { incomingCall, ringEnded },
    document: { hidden: false },
  });
  notification.show('Incoming Lead!', 'Lee Day', 'Call');
  expect(incomingCall).toHaveBeenCalledWith({ title: 'Incoming Lead!', name: 'Lee Day', answer: 'Call' });
  expect(open.size).toBe(0);
  expect(ringEnded).not.toHaveBeenCalled();
  notification.close();
  expect(ringEnded).toHaveBeenCalledOnce();
});

function serviceWorker() {
  const open: { title: string; actions: readonly { action: string; title: string }[]; close: () => void }[] =
    [];
  const registration = {
    showNotification: async (title: string, options: { actions: { action: string; title: string }[] }) => {
      await Promise.resolve();
      open.splice(0, open.length, {
        title,
        actions: options.actions,
        close: () => open.splice(0),
      });
    },
    getNotifications: async () => {
      await Promise.resolve();
      return [...open];
    },
  };
  return { open, registration: registration as unknown as ServiceWorkerRegistration };
}

async function withWorker() {
  const { open, registration } = serviceWorker();
  const worker = Promise.resolve(registration);
  const badge: boolean[] = [];
  const page = {
    document: { hidden: true },
    focus: vi.fn(),
    Notification: { permission: 'granted' } as unknown as typeof Notification,
    navigator: {
      setAppBadge: async () => void badge.push(true),
      clearAppBadge: async () => void badge.push(false),
    },
  };
  const warn = vi.fn();
  const notification = createCallNotification(page, worker, warn);
  await worker;
  return { notification, open, badge, warn };
}

test.each(['Accept', 'Call'] as const)(
  'with a service worker, the notification has the buttons %s and Ignore',
  async (answer) => {
    const { notification, open } = await withWorker();
    notification.show('Incoming Lead!', 'Lee Day', answer);
    const actions = [
      { action: 'accept', title: answer },
      { action: 'ignore', title: 'Ignore' },
    ];
    await vi.waitFor(() => expect(open).toMatchObject([{ title: 'Incoming Lead!', actions }]));
  },
);

test("a ring that ends before its notification is shown leaves none, and the next ring's stays", async () => {
  const { notification, open, warn } = await withWorker();
  notification.show('Incoming Lead!', 'Lee Day', 'Call');
  notification.close();
  notification.show('Main line', 'Ann Other', 'Call');
  await vi.waitFor(() => expect(open.map(({ title }) => title)).toEqual(['Main line']));
  notification.close();
  await vi.waitFor(() => expect(open).toEqual([]));
  expect(warn).not.toHaveBeenCalled();
});

test("the installed phone's icon has a badge while it rings", async () => {
  const { notification, badge } = await withWorker();
  notification.show('Incoming Lead!', 'Lee Day', 'Call');
  expect(badge.at(-1)).toBe(true);
  notification.close();
  expect(badge.at(-1)).toBe(false);
});

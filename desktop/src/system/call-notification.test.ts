import type { DesktopCommand } from '@offhook/contract/desktop';
import { beforeEach, expect, test } from 'vitest';
import { type DesktopMessage, type DesktopTexts, desktopTexts } from '../core/language.ts';
import { as, FakeNotification, FakeWindow } from '../test-electron.ts';
import {
  type CallNotification,
  type CallNotificationDeps,
  createCallNotification,
} from './call-notification.ts';

let phone: FakeWindow;
let notification: CallNotification;
let commands: DesktopCommand[];
let opened: number;
let bounces: string[];
let texts: DesktopTexts;
const call = { title: 'Incoming Lead!', name: 'Lee Day' };

beforeEach(() => {
  FakeNotification.all = [];
  FakeNotification.supported = true;
  phone = new FakeWindow({ show: false });
  commands = [];
  opened = 0;
  bounces = [];
  texts = desktopTexts('en-US');
  notification = createCallNotification(
    as<CallNotificationDeps>({
      Notification: FakeNotification,
      app: {
        dock: {
          bounce: (kind: string) => bounces.push(kind) + 6,
          cancelBounce: (id: number) => bounces.push(`cancelled ${id}`),
        },
      },
      window: () => phone,
      open: () => {
        opened += 1;
      },
      command: (command: DesktopCommand) => commands.push(command),
      t: (id: DesktopMessage) => texts(id as 'call.accept'),
    }),
  );
});

const shown = () => FakeNotification.all.filter(({ open }) => open);

test('a ring shows a notification with title, name, Accept and Ignore until it ends', () => {
  notification.show(call, false);
  expect(shown().map(({ options }) => options)).toMatchObject([
    {
      title: 'Incoming Lead!',
      body: 'Lee Day',
      silent: true,
      timeoutType: 'never',
      actions: [
        { type: 'button', text: 'Accept' },
        { type: 'button', text: 'Ignore' },
      ],
    },
  ]);
  notification.end();
  expect(shown()).toEqual([]);
});

test('the buttons are in the app’s language', () => {
  texts = desktopTexts('es');
  notification.show(call, false);
  expect(shown()[0]?.options).toMatchObject({ actions: [{ text: 'Aceptar' }, { text: 'Ignorar' }] });
});

test('the notification of a transfer says who transfers it', () => {
  notification.show({ ...call, from: 'Transfer from Ben Okafor' }, false);
  expect(shown()[0]?.options.body).toBe('Lee Day\nTransfer from Ben Okafor');
});

test('a custom answer label appears on the button', () => {
  notification.show({ ...call, answer: 'Call' }, false);
  expect(shown()[0]?.options).toMatchObject({
    actions: [
      { type: 'button', text: 'Call' },
      { type: 'button', text: 'Ignore' },
    ],
  });
});

test('the window opens unfocused, and the dock or taskbar icon flashes until the ring ends', () => {
  notification.show(call, false);
  expect([phone.shown, phone.focused, phone.flashing, bounces]).toEqual([true, false, true, ['critical']]);
  notification.end();
  expect([phone.flashing, bounces]).toEqual([false, ['critical', 'cancelled 7']]);
});

test('nothing flashes while the phone is focused', () => {
  phone.focus();
  notification.show(call, false);
  expect([phone.flashing, bounces]).toEqual([false, []]);
});

test('a click on the notification opens the phone', () => {
  notification.show(call, false);
  shown()[0]?.emit('click');
  expect([opened, commands]).toEqual([1, []]);
});

test.each<[string, number, DesktopCommand, number]>([
  ['Accept accepts the call and opens the phone', 0, { type: 'accept' }, 1],
  ["Ignore ignores the call and doesn't open the phone", 1, { type: 'ignore' }, 0],
])('%s', (_, index, command, opens) => {
  notification.show(call, false);
  shown()[0]?.pressButton(index);
  expect([commands, opened, shown()]).toEqual([[command], opens, []]);
});

test("buttons of an earlier ring's notification don't affect the current ring", () => {
  notification.show(call, false);
  const [old] = FakeNotification.all;
  notification.show({ title: 'Main line', name: 'Ann Other' }, false);
  old?.pressButton(0);
  old?.emit('click');
  expect([commands, opened]).toEqual([[], 0]);
  expect(shown().map(({ options }) => options.title)).toEqual(['Main line']);
});

test('the notification of an auto-accepted call has no actions', () => {
  notification.show(call, true);
  expect(shown()[0]?.options).not.toHaveProperty('actions');
  expect(shown()[0]?.options).not.toHaveProperty('timeoutType');
  expect([phone.shown, phone.flashing]).toEqual([true, false]);
});

test('a desktop without notifications still shows the window', () => {
  FakeNotification.supported = false;
  notification.show(call, false);
  expect([FakeNotification.all, phone.shown, phone.flashing]).toEqual([[], true, true]);
  notification.end();
});

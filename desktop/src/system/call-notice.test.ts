import type { DesktopCommand } from '@offhook/contract/desktop';
import { beforeEach, expect, test } from 'vitest';
import { as, FakeNotification, FakeWindow } from '../test-electron.ts';
import { type CallNotice, createCallNotice, type NoticeParts } from './call-notice.ts';

let phone: FakeWindow;
let notice: CallNotice;
let commands: DesktopCommand[];
let opened: number;
let bounces: string[];
const call = { title: 'Incoming Lead!', name: 'Lee Day' };

beforeEach(() => {
  FakeNotification.all = [];
  FakeNotification.supported = true;
  phone = new FakeWindow({ show: false });
  commands = [];
  opened = 0;
  bounces = [];
  notice = createCallNotice(
    as<NoticeParts>({
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
    }),
  );
});

const shown = () => FakeNotification.all.filter(({ open }) => open);

test('a ring is notified by its title and name, with Accept and Ignore, until it is over', () => {
  notice.show(call, false);
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
  notice.end();
  expect(shown()).toEqual([]);
});

test('a ring that is answered by Call says Call', () => {
  notice.show({ ...call, answer: 'Call' }, false);
  expect(shown()[0]?.options).toMatchObject({
    actions: [
      { type: 'button', text: 'Call' },
      { type: 'button', text: 'Ignore' },
    ],
  });
});

test('the window comes up without taking the keyboard, and dock and task bar flash until the ring is over', () => {
  notice.show(call, false);
  expect([phone.shown, phone.focused, phone.flashing, bounces]).toEqual([true, false, true, ['critical']]);
  notice.end();
  expect([phone.flashing, bounces]).toEqual([false, ['critical', 'cancelled 7']]);
});

test('nothing flashes before the eyes of an agent who looks at the phone', () => {
  phone.focus();
  notice.show(call, false);
  expect([phone.flashing, bounces]).toEqual([false, []]);
});

test('a click on it opens the phone', () => {
  notice.show(call, false);
  shown()[0]?.emit('click');
  expect([opened, commands]).toEqual([1, []]);
});

test.each<[string, number, DesktopCommand, number]>([
  ['Accept accepts and opens the phone', 0, { type: 'accept' }, 1],
  ['Ignore ignores and leaves the agent where they are', 1, { type: 'ignore' }, 0],
])('%s', (_, index, command, opens) => {
  notice.show(call, false);
  shown()[0]?.presses(index);
  expect([commands, opened, shown()]).toEqual([[command], opens, []]);
});

test('what is pressed on the notification of an earlier ring answers no other', () => {
  notice.show(call, false);
  const [old] = FakeNotification.all;
  notice.show({ title: 'Main line', name: 'Ann Other' }, false);
  old?.presses(0);
  old?.emit('click');
  expect([commands, opened]).toEqual([[], 0]);
  expect(shown().map(({ options }) => options.title)).toEqual(['Main line']);
});

test('a call that was accepted by itself is told, and asks for nothing', () => {
  notice.show(call, true);
  expect(shown()[0]?.options).not.toHaveProperty('actions');
  expect(shown()[0]?.options).not.toHaveProperty('timeoutType');
  expect([phone.shown, phone.flashing]).toEqual([true, false]);
});

test('a desktop without notifications still has the window', () => {
  FakeNotification.supported = false;
  notice.show(call, false);
  expect([FakeNotification.all, phone.shown, phone.flashing]).toEqual([[], true, true]);
  notice.end();
});

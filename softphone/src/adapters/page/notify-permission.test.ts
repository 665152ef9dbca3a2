import { expect, test, vi } from 'vitest';
import type { NotifyPermission } from '../../core/audio/audio-state.ts';
import { type PermissionWindow, watchNotifyPermission } from './notify-permission.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

function browser(permission: NotificationPermission, rest: Partial<PermissionWindow> = {}) {
  const api = {
    permission,
    requestPermission: vi.fn(async () => {
      api.permission = 'granted';
      return api.permission;
    }),
  };
  const status = { onchange: null as (() => void) | null };
  const query = async () => status as unknown as PermissionStatus;
  const found: NotifyPermission[] = [];
  const page = { Notification: api, navigator: { permissions: { query } }, ...rest };
  const { request } = watchNotifyPermission(page, (permission) => found.push(permission), vi.fn());
  return { api, status, found, request };
}

test('the prompt opens only on request, and its outcome is reported', async () => {
  const { api, found, request } = browser('default');
  await settle();
  expect([api.requestPermission.mock.calls.length, found]).toEqual([0, ['default']]);
  request();
  await settle();
  expect([api.requestPermission.mock.calls.length, found]).toEqual([1, ['default', 'granted']]);
});

test.each(['granted', 'denied'] as const)("a %s permission isn't requested again", (permission) => {
  const { api, found, request } = browser(permission);
  request();
  expect([api.requestPermission.mock.calls.length, found]).toEqual([0, [permission]]);
});

test("a change in the browser's settings is reported", async () => {
  const { api, status, found } = browser('denied');
  await settle();
  api.permission = 'granted';
  status.onchange?.();
  expect(found).toEqual(['denied', 'granted']);
});

test.each<[string, Partial<PermissionWindow>]>([
  ['in a browser without notifications', { Notification: undefined }],
  ['in the desktop app, which shows its own notifications', { desktop: {} }],
])('no permission is read or requested %s', async (_where, rest) => {
  const { api, found, request } = browser('default', rest);
  request();
  await settle();
  expect([api.requestPermission.mock.calls.length, found]).toEqual([0, []]);
});

test('a browser without change events still reports the current permission', async () => {
  const { found } = browser('denied', { navigator: { permissions: undefined } });
  await settle();
  expect(found).toEqual(['denied']);
});

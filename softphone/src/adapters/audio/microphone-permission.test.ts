import { expect, test } from 'vitest';
import { watchMicrophonePermission } from './microphone-permission.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

test('a denied microphone permission is reported, and so is a later grant', async () => {
  const status = { state: 'denied' as PermissionState, onchange: null as (() => void) | null };
  const found: boolean[] = [];
  const query = async () => status as unknown as PermissionStatus;
  watchMicrophonePermission({ query }, (denied) => found.push(denied));
  await settle();
  status.state = 'granted';
  status.onchange?.();
  expect(found).toEqual([true, false]);
});

test("a browser that can't query the permission reports nothing", async () => {
  const found: boolean[] = [];
  watchMicrophonePermission({ query: () => Promise.reject(new TypeError()) }, (denied) => found.push(denied));
  watchMicrophonePermission(undefined, (denied) => found.push(denied));
  await settle();
  expect(found).toEqual([]);
});

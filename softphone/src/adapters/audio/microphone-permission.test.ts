import { expect, test } from 'vitest';
import { isMicrophoneGranted, watchMicrophonePermission } from './microphone-permission.ts';

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

test.each([
  ['granted', true],
  ['prompt', false],
  ['denied', false],
] as const)('the permission %j counts as granted: %j', async (state, granted) => {
  const query = async () => ({ state }) as unknown as PermissionStatus;
  expect(await isMicrophoneGranted({ query })).toBe(granted);
});

test("a browser that can't query the permission counts as not granted", async () => {
  expect(await isMicrophoneGranted({ query: () => Promise.reject(new TypeError()) })).toBe(false);
  expect(await isMicrophoneGranted(undefined)).toBe(false);
});

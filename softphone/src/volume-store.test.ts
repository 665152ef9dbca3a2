import { expect, test } from 'vitest';
import { createVolumeStore } from './volume-store.ts';

test('volumes are stored, and listeners are called only when bars change', () => {
  let notifications = 0;
  const store = createVolumeStore(() => false);
  const stop = store.listen(() => {
    notifications += 1;
  });
  store.set(0.3, 0.15);
  store.set(0.31, 0.16);
  expect(store.getBars()).toEqual({ microphone: 3, speaker: 3 });
  expect(store.getVolumes()).toEqual({ input: 0.31, output: 0.16 });
  expect(notifications).toBe(1);
  stop();
  store.set(0, 0);
  expect(notifications).toBe(1);
});

test('a muted microphone lights no bar', () => {
  const store = createVolumeStore(() => true);
  store.set(1, 1);
  expect(store.getBars()).toEqual({ microphone: 0, speaker: 5 });
});

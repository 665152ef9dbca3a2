import { expect, test } from 'vitest';
import { defaultSettings } from '../../core/audio/audio-state.ts';
import { forbiddenStorage, memoryStorage } from '../../memory-storage.ts';
import { createStorage } from './storage.ts';

const forbidden = forbiddenStorage();

test('settings are stored per user', () => {
  const storage = createStorage(memoryStorage(), memoryStorage());
  storage.keepSettings(7, { ...defaultSettings, ringer: 'r' });
  expect(storage.settingsOf(7).ringer).toBe('r');
  expect(storage.settingsOf(8)).toEqual(defaultSettings);
});

test.each(['{', '5', '{"microphone":5}', 'null'])('corrupt settings %s count as none', (text) => {
  const local = memoryStorage();
  local.setItem('offhook.settings.7', text);
  expect(createStorage(local, memoryStorage()).settingsOf(7)).toEqual(defaultSettings);
});

test('settings of an older version are kept', () => {
  const local = memoryStorage();
  local.setItem('offhook.settings.7', '{"autoAccept":true}');
  expect(createStorage(local, memoryStorage()).settingsOf(7)).toEqual({
    ...defaultSettings,
    autoAccept: true,
  });
});

test('the current call is stored and removed', () => {
  const storage = createStorage(memoryStorage(), memoryStorage());
  storage.keepCall({ callId: 55, startedAt: 1 });
  expect(storage.call()).toEqual({ callId: 55, startedAt: 1 });
  storage.forgetCall();
  expect(storage.call()).toBeNull();
});

test('blocked storage causes no error', () => {
  const storage = createStorage(forbidden, forbidden);
  storage.keepCall({ callId: 55, startedAt: 1 });
  storage.forgetCall();
  expect(storage.call()).toBeNull();
  expect(storage.settingsOf(7)).toEqual(defaultSettings);
});

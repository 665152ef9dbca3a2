import { expect, test } from 'vitest';
import { defaultSettings } from '../../core/audio/audio-state.ts';
import { forbiddenStorage, memoryStorage } from '../../memory-storage.ts';
import { createStorage } from './storage.ts';

const forbidden = forbiddenStorage();

test('settings are stored per user', () => {
  const storage = createStorage(memoryStorage(), memoryStorage());
  storage.saveSettings(7, { ...defaultSettings, ringer: 'r' });
  expect(storage.loadSettings(7).ringer).toBe('r');
  expect(storage.loadSettings(8)).toEqual(defaultSettings);
});

test.each(['{', '5', '{"microphone":5}', 'null'])('corrupt settings %s become the defaults', (text) => {
  const local = memoryStorage();
  local.setItem('offhook.settings.7', text);
  expect(createStorage(local, memoryStorage()).loadSettings(7)).toEqual(defaultSettings);
});

test('settings of an older version are kept', () => {
  const local = memoryStorage();
  local.setItem('offhook.settings.7', '{"autoAccept":true}');
  expect(createStorage(local, memoryStorage()).loadSettings(7)).toEqual({
    ...defaultSettings,
    autoAccept: true,
  });
});

test('the current call is stored and removed', () => {
  const storage = createStorage(memoryStorage(), memoryStorage());
  storage.saveCall({ callId: 55, startedAt: 1 });
  expect(storage.loadCall()).toEqual({ callId: 55, startedAt: 1 });
  storage.removeCall();
  expect(storage.loadCall()).toBeNull();
});

test('blocked storage causes no error', () => {
  const storage = createStorage(forbidden, forbidden);
  storage.saveCall({ callId: 55, startedAt: 1 });
  storage.removeCall();
  expect(storage.loadCall()).toBeNull();
  expect(storage.loadSettings(7)).toEqual(defaultSettings);
});

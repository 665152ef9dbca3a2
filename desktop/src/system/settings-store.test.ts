import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSettingsStore } from './settings-store.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'offhook-desktop-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('changes persist across restarts and leave no temporary files', () => {
  const path = join(folder, 'deep', 'settings.json');
  const store = createSettingsStore(path, 'linux', vi.fn());
  expect(store.get().server).toBeNull();
  store.change({ server: 'https://phone.example.com' });
  store.change({ startAtLogin: true });
  const next = createSettingsStore(path, 'linux', vi.fn()).get();
  expect(next).toMatchObject({ server: 'https://phone.example.com', startAtLogin: true, telLinks: true });
  expect(readdirSync(join(folder, 'deep'))).toEqual(['settings.json']);
});

test("changes that can't be saved apply until the app quits, with a warning", () => {
  const file = join(folder, 'a-file');
  writeFileSync(file, 'x');
  const warn = vi.fn();
  const store = createSettingsStore(join(file, 'settings.json'), 'linux', warn);
  store.change({ startAtLogin: true });
  expect(store.get().startAtLogin).toBe(true);
  expect(warn).toHaveBeenCalledOnce();
  expect(readFileSync(file, 'utf8')).toBe('x');
});
